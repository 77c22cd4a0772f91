import { ImportedComment } from '#features/comments/contract.ts'
import { findComment } from '#features/comments/server/queries.ts'
import { changeImportedComment, importComment } from '#features/comments/server/public/imported-comment.ts'
import { findClient } from '#features/clients/server/queries.ts'
import { requireWholeTicket } from '#features/tickets/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { checked } from '#platform/server/call/call-input.ts'
import { authorOf } from '../claims.ts'
import type { Company } from '../references.ts'
import { labelOf, type Row } from '../row.ts'
import { readFlag } from '../values.ts'
import type { Context, Kind } from './kind.ts'
import { momentIn } from './tickets.ts'

function isInternalIn(row: Row): boolean | undefined {
  const text = row.text('isInternal')
  return text === undefined ? undefined : readFlag('isInternal', labelOf('isInternal'), text)
}

async function companyOf({ unit }: Context, ticketId: string): Promise<Company | undefined> {
  return findClient(unit.tx, (await requireWholeTicket(unit.tx, ticketId)).clientId)
}

const ticketText = (row: Row) => row.text('ticket') ?? ''

export const comments: Kind = {
  /** Treats equal comments of one person at one time as one. */
  naturalKey: (row) =>
    JSON.stringify([ticketText(row), row.text('author'), row.text('createdAt'), row.text('content')]),
  claims: () => [],
  companyOf: async (context, row) => companyOf(context, await context.refs.ticket('ticket', ticketText(row))),
  label: ticketText,
  async create(context, row) {
    const { unit, viewer, refs } = context
    const ticketId = await refs.ticket('ticket', ticketText(row))
    const said = row.text('author')
    const author =
      said === undefined
        ? { person: viewer, notes: [], standIns: {} }
        : await authorOf(context, 'author', said, await companyOf(context, ticketId))
    const input = checked(ImportedComment, { content: row.text('content'), isInternal: isInternalIn(row) })
    const createdAt = momentIn(context, row, 'createdAt') ?? unit.now
    const id = await importComment(unit, viewer, ticketId, input, { author: author.person, createdAt })
    return { id, label: ticketText(row), notes: author.notes, standIns: author.standIns }
  },
  async change(context, id, row) {
    const { unit, viewer } = context
    const before = await findComment(unit.tx, id)
    if (!before) throw notFound()
    const said = row.text('author')
    const company = await companyOf(context, before.ticketId)
    const author = said === undefined ? undefined : await authorOf(context, 'author', said, company)
    const input = checked(ImportedComment.partial(), {
      content: row.text('content'),
      isInternal: isInternalIn(row),
    })
    const { isInternal, ...rest } = input
    const fields = await changeImportedComment(
      unit,
      viewer,
      before,
      { ...rest, ...(row.text('isInternal') !== undefined && { isInternal }) },
      { author: author?.person, createdAt: momentIn(context, row, 'createdAt') ?? undefined },
    )
    return { id, label: '', fields, notes: author?.notes ?? [], standIns: author?.standIns ?? {} }
  },
}

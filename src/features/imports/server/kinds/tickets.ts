import { i18n } from '#platform/contract/i18n.ts'
import { passOnMessages } from '#features/chat/server/service.ts'
import { findClient, listClientsOf } from '#features/clients/server/queries.ts'
import {
  categories,
  categoryWords,
  priorities,
  priorityWords,
  statuses,
  statusWords,
} from '#features/tickets/contract.ts'
import { ImportedTicket } from '#features/tickets/import/contract.ts'
import { findTicketByNumber, requireWholeTicket } from '#features/tickets/server/queries.ts'
import { changeImportedTicket, importTicket } from '#features/tickets/server/public/imported-ticket.ts'
import { invalid } from '#platform/contract/errors.ts'
import { checked } from '#platform/server/call/call-input.ts'
import type { RowNote } from '../../contract.ts'
import type { FieldName } from '../../fields/contract.ts'
import { authorOf, notConfirmed } from '../claims.ts'
import type { Company, FoundPerson } from '../references.ts'
import { labelOf, orNull, required, type Row } from '../row.ts'
import { numberOf, readChoice, readMoment, shortened } from '../values.ts'
import type { Context, Kind } from './kind.ts'

const numberText = (row: Row) => row.text('number') ?? ''

/** @throws {AppError} `invalid` for a number of another form */
function numberIn(row: Row) {
  const text = numberText(row)
  if (text === '') return undefined
  const number = numberOf(text)
  if (number) return number
  throw invalid(
    'number',
    i18n.t('{label}: “{text}” is no number such as 4711 or TKT-004711, of at most nine digits', {
      label: labelOf('number'),
      text: shortened(text),
    }),
  )
}

function choiceIn<T extends string>(
  row: Row,
  field: FieldName,
  values: readonly T[],
  labels: Readonly<Record<T, string>>,
): T | undefined {
  const text = row.text(field)
  return text ? readChoice(field, labelOf(field), text, values, labels) : undefined
}

/** Reads the time in a cell; null: it is empty. */
export function momentIn(
  { unit, options, timeZone }: Context,
  row: Row,
  field: FieldName,
): Date | null | undefined {
  const text = row.text(field)
  if (!text) return text === '' ? null : undefined
  return readMoment(field, labelOf(field), text, { dateOrder: options.dateOrder, timeZone, now: unit.now })
}

/** Finds the assignee; none for an unknown person, where a fallback was chosen. */
async function assigneeIn({ refs, options }: Context, row: Row) {
  const text = row.text('assignee')
  if (text === undefined) return { id: undefined, notes: [], standIns: {} }
  const person = await refs.findPerson(text)
  if (person || text === '') return { id: person?.id ?? null, notes: [], standIns: {} }
  const claimed = await refs.findUnconfirmed(text)
  if (options.fallbackPersonId === null)
    throw claimed ? notConfirmed('assignee', text) : refs.unknown('assignee', text)
  const words = { text: shortened(text) }
  const reason = claimed
    ? i18n.t('“{text}” has registered here, and the address is not confirmed, so nobody is assigned', words)
    : i18n.t('“{text}” is not known here, so nobody is assigned', words)
  const note = { field: 'assignee', reason, ...(claimed && { isUnconfirmed: true }) }
  return { id: null, notes: [note], standIns: { assignee: '' } }
}

async function namedClient({ refs }: Context, row: Row): Promise<Company | undefined> {
  const text = row.text('client')
  return text ? refs.client('client', text) : undefined
}

/** Takes the requester's first company for a row without one. @throws {AppError} `invalid` */
async function clientOf({ unit, refs }: Context, requester: FoundPerson): Promise<Company> {
  const [own] = await listClientsOf(unit.tx, requester.id)
  if (own) return own
  throw refs.unknown('client', '')
}

const textsIn = (row: Row) => ({
  subject: row.text('subject'),
  description: row.text('description') || row.text('subject'),
  productName: orNull(row.text('productName')),
  projectName: orNull(row.text('projectName')),
  status: choiceIn(row, 'status', statuses, statusWords),
  priority: choiceIn(row, 'priority', priorities, priorityWords),
  category: choiceIn(row, 'category', categories, categoryWords),
})

/** Keeps the former number, if free. A check uses a placeholder instead of drawing the next number. */
async function freeNumber(
  { unit, isCheck }: Context,
  row: Row,
): Promise<{ given?: string; notes: RowNote[] }> {
  const number = numberIn(row)
  const next = isCheck ? { given: `check ${row.place}` } : {}
  if (!number) return { ...next, notes: [] }
  if ((await findTicketByNumber(unit.tx, number.ticketNumber)) === undefined)
    return { given: number.ticketNumber, notes: [] }
  const reason = i18n.t('{number} is taken here, so it gets the next number', { number: number.ticketNumber })
  return { ...next, notes: [{ field: 'number', reason }] }
}

export const tickets: Kind = {
  naturalKey(row) {
    const number = numberIn(row)
    if (!number) throw required('number')
    return number.ticketNumber
  },
  claims(row) {
    const number = numberOf(numberText(row))
    return number ? [`number ${number.ticketNumber}`] : []
  },
  besides: { client: ['customerName'] },
  async companyOf(context, row, id) {
    const named = await namedClient(context, row)
    if (named || id === undefined) return named
    return findClient(context.unit.tx, (await requireWholeTicket(context.unit.tx, id)).clientId)
  },
  label: (row) => numberText(row) || (row.text('subject') ?? ''),
  async create(context, row) {
    const { unit, viewer } = context
    const said = row.text('requester')
    const named = await namedClient(context, row)
    const requester =
      said === undefined
        ? { person: viewer, notes: [], standIns: {} }
        : await authorOf(context, 'requester', said, named)
    const client = named ?? (await clientOf(context, requester.person))
    const assignee = await assigneeIn(context, row)
    const number = await freeNumber(context, row)
    const input = checked(ImportedTicket, {
      ...textsIn(row),
      customerName: row.text('customerName') || client.name,
    })
    const origin = {
      clientId: client.id,
      createdById: requester.person.id,
      assignedToId: assignee.id ?? null,
      createdAt: momentIn(context, row, 'createdAt') ?? unit.now,
      updatedAt: momentIn(context, row, 'updatedAt') ?? undefined,
      resolvedAt: momentIn(context, row, 'resolvedAt'),
    }
    const { id, ticketNumber } = await importTicket(unit, viewer, input, origin, number.given)
    const isProvisional = context.isCheck && ticketNumber === `check ${row.place}`
    return {
      id,
      label: isProvisional ? input.subject : ticketNumber,
      notes: [...number.notes, ...requester.notes, ...assignee.notes],
      standIns: { ...requester.standIns, ...assignee.standIns },
    }
  },
  async change(context, id, given, found) {
    const { unit, viewer } = context
    const before = await requireWholeTicket(unit.tx, id)
    // Keep an assignee chosen here while the named person was unknown.
    const isTaken = found.includes('assignee') && before.assignedToId !== null
    const row = isTaken ? given.only(given.fields.filter((field) => field !== 'assignee')) : given
    const said = row.text('requester')
    const client = await namedClient(context, row)
    const company = client ?? (await findClient(unit.tx, before.clientId))
    const requester = said === undefined ? undefined : await authorOf(context, 'requester', said, company)
    const assignee = await assigneeIn(context, row)
    const customerName = row.text('customerName')
    const input = checked(ImportedTicket.partial(), {
      ...textsIn(row),
      description: row.text('description') || undefined,
      customerName: customerName === '' ? undefined : customerName,
    })
    const isSaid = (field: string) => row.fields.some((one) => one === field)
    const { fields, before: stored } = await changeImportedTicket(unit, viewer, id, {
      ...Object.fromEntries(Object.entries(input).filter(([field]) => isSaid(field))),
      ...(client && { clientId: client.id }),
      ...(requester && { createdById: requester.person.id }),
      ...(assignee.id !== undefined && { assignedToId: assignee.id }),
      createdAt: momentIn(context, row, 'createdAt') ?? undefined,
      updatedAt: momentIn(context, row, 'updatedAt') ?? undefined,
      resolvedAt: momentIn(context, row, 'resolvedAt'),
    })
    if (requester) await passOnMessages(unit, stored, requester.person.id)
    return {
      id,
      label: before.ticketNumber,
      fields,
      notes: [...(requester?.notes ?? []), ...assignee.notes],
      standIns: { ...requester?.standIns, ...assignee.standIns },
    }
  },
}

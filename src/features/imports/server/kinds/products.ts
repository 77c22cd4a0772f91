import { NewProduct, ProductChange, productStatuses } from '#features/products/contract.ts'
import { findProduct } from '#features/products/server/queries.ts'
import { changeProduct, createProduct } from '#features/products/server/service.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { checked } from '#platform/server/call/call-input.ts'
import { changedFields } from '#platform/server/database/changed-fields.ts'
import { findProductOf } from '../queries.ts'
import { labelOf, orNull, requireText, type Row } from '../row.ts'
import { readChoice } from '../values.ts'
import { activityIn } from './clients.ts'
import type { Context, Kind } from './kind.ts'

const nameOf = (row: Row) => row.text('name') ?? ''
const keyOf = (row: Row) => searchable(nameOf(row), row.text('client'))

async function clientIn({ refs }: Context, row: Row): Promise<string | null | undefined> {
  const text = row.text('client')
  if (!text) return text === '' ? null : undefined
  return (await refs.client('client', text)).id
}

async function fieldsIn(context: Context, row: Row) {
  const status = row.text('status')
  const stack = row.text('techStack')
  return {
    name: row.text('name'),
    clientId: await clientIn(context, row),
    description: orNull(row.text('description')),
    version: orNull(row.text('version')),
    status: status ? readChoice('status', labelOf('status'), status, productStatuses) : undefined,
    techStack: stack?.split(/[,;|]/),
    repositoryUrl: orNull(row.text('repositoryUrl')),
    documentation: orNull(row.text('documentation')),
  }
}

export const products: Kind = {
  naturalKey(row) {
    requireText('name', nameOf(row))
    return keyOf(row)
  },
  claims: (row) => [`product ${keyOf(row)}`],
  label: nameOf,
  findTwin: async (context, row) =>
    findProductOf(context.unit.tx, nameOf(row), (await clientIn(context, row)) ?? null),
  async create(context, row) {
    const { unit, viewer } = context
    const { id, name } = await createProduct(unit, viewer, checked(NewProduct, await fieldsIn(context, row)))
    if (activityIn(row) === false) await changeProduct(unit, viewer, id, { isActive: false })
    return { id, label: name }
  },
  async change(context, id, row) {
    const { unit, viewer } = context
    const before = await findProduct(unit.tx, id)
    const wanted = { ...(await fieldsIn(context, row)), isActive: activityIn(row) }
    if (Object.values(wanted).every((value) => value === undefined))
      return { id, label: before.name, fields: [] }
    const change = checked(ProductChange, wanted)
    const after = await changeProduct(unit, viewer, id, change)
    return {
      id,
      label: after.name,
      fields: Object.keys(changedFields<Partial<typeof before>>(before, change)),
    }
  },
}

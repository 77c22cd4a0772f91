import { ClientChange, NewClient } from '#features/clients/contract.ts'
import { findClient, findClientByName } from '#features/clients/server/queries.ts'
import { changeClient, createClient } from '#features/clients/server/service.ts'
import { notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { checked } from '#platform/server/call/call-input.ts'
import { changedFields } from '#platform/server/database/changed-fields.ts'
import { labelOf, orNull, requireText, type Row } from '../row.ts'
import { readFlag } from '../values.ts'
import type { Kind } from './kind.ts'

const nameOf = (row: Row) => row.text('name') ?? ''

const fieldsIn = (row: Row) => ({
  name: row.text('name'),
  description: orNull(row.text('description')),
  contactEmail: orNull(row.text('contactEmail')),
  contactPhone: orNull(row.text('contactPhone')),
  address: orNull(row.text('address')),
  website: orNull(row.text('website')),
})

/** Ignores an empty cell: files without a value do not mean inactive. */
export function activityIn(row: Row): boolean | undefined {
  const text = row.text('isActive')
  return text === undefined || text === '' ? undefined : readFlag('isActive', labelOf('isActive'), text)
}

export const clients: Kind = {
  naturalKey: (row) => requireText('name', searchable(nameOf(row))),
  claims: (row) => [`name ${searchable(nameOf(row))}`],
  label: nameOf,
  findTwin: async ({ unit }, row) => (await findClientByName(unit.tx, nameOf(row)))?.id,
  async create({ unit, viewer }, row) {
    const { id, name } = await createClient(unit, viewer, checked(NewClient, fieldsIn(row)))
    if (activityIn(row) === false) await changeClient(unit, viewer, id, { isActive: false })
    return { id, label: name }
  },
  async change({ unit, viewer }, id, row) {
    const before = await findClient(unit.tx, id)
    if (!before) throw notFound()
    const wanted = { ...fieldsIn(row), isActive: activityIn(row) }
    if (Object.values(wanted).every((value) => value === undefined))
      return { id, label: before.name, fields: [] }
    const change = checked(ClientChange, wanted)
    const after = await changeClient(unit, viewer, id, change)
    return {
      id,
      label: after.name,
      fields: Object.keys(changedFields<Partial<typeof before>>(before, change)),
    }
  },
}

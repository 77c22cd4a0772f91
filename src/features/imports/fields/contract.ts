import { z } from 'zod'
import { clientImportFields } from '#features/clients/import/contract.ts'
import { commentImportFields } from '#features/comments/import/contract.ts'
import { productImportFields } from '#features/products/import/contract.ts'
import { ticketImportFields } from '#features/tickets/import/contract.ts'
import { personImportFields } from '#features/users/import/contract.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import type { ImportField } from '#platform/contract/import-field.ts'
import { recordOf } from '#platform/contract/records.ts'

/** Importable kinds, each after those that it refers to. */
export const importKinds = ['clients', 'people', 'products', 'tickets', 'comments'] as const
export const ImportKind = z.enum(importKinds, {
  error: () => i18n.t('kind must be one of: {kinds}', { kinds: importKinds.join(', ') }),
})
export type ImportKind = z.infer<typeof ImportKind>

export const kindWords: Record<ImportKind, string> = words({
  clients: () => i18n.t('Clients'),
  people: () => i18n.t('People'),
  products: () => i18n.t('Products'),
  tickets: () => i18n.t('Tickets'),
  comments: () => i18n.t('Comments'),
})

/** Id of a row in the other system, by which a later import knows it again. */
const externalId = {
  label: () => i18n.t('External ID'),
  headings: ['external id', 'id', 'key', 'issue key', 'externe id', 'schlussel'],
} as const satisfies ImportField

const declared = {
  clients: clientImportFields,
  people: personImportFields,
  products: productImportFields,
  tickets: ticketImportFields,
  comments: commentImportFields,
}
export type FieldName = 'externalId' | { [K in ImportKind]: keyof (typeof declared)[K] }[ImportKind]

interface NamedField extends ImportField {
  name: FieldName
}

const listOf = (kind: ImportKind): readonly NamedField[] => {
  const own = Object.entries<ImportField>(declared[kind]).map(([name, field]) => ({
    ...field,
    name: name as FieldName,
  }))
  const required = own.filter((field) => field.isRequired)
  const optional = own.filter((field) => !field.isRequired)
  return [...required, { ...externalId, name: 'externalId' }, ...optional]
}
const lists = recordOf(importKinds, listOf)

/** Lists the fields of a kind in the order of matching: the required ones, the external id, all others. */
export const importFieldsOf = (kind: ImportKind): readonly NamedField[] => lists[kind]

export const allFieldsOf = (kind: ImportKind): readonly FieldName[] => lists[kind].map(({ name }) => name)

export const fieldWords = words(
  Object.fromEntries(
    importKinds.flatMap((kind) => lists[kind].map(({ name, label }) => [name, label] as const)),
  ) as Record<FieldName, () => string>,
)

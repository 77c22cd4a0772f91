import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { Paging } from '#platform/contract/paging.ts'
import { ImportKind } from './fields/contract.ts'

const administrators = ['super_user'] as const

export const importLimits = {
  bytes: 100 * 1024 * 1024,
  rows: 200_000,
  columns: 200,
  /** Bytes of a row, more than the longest texts have. */
  rowBytes: 1024 * 1024,
  externalId: 255,
  samples: 3,
} as const

export const tooLarge = () =>
  i18n.t('The file has more than {megabytes} MB. Divide it into several.', {
    megabytes: importLimits.bytes / 1024 / 1024,
  })

/** States: columns matched; rows checked without changes; imported. Check and import are resumable. */
export const importStates = ['matching', 'checking', 'checked', 'running', 'done'] as const

export const outcomes = ['create', 'update', 'unchanged', 'refused'] as const
export const Outcome = z.enum(outcomes, {
  error: () => i18n.t('outcome must be one of: {outcomes}', { outcomes: outcomes.join(', ') }),
})
export type Outcome = z.infer<typeof Outcome>

export const ImportCounts = z.record(Outcome, z.number().int())
export type ImportCounts = z.infer<typeof ImportCounts>
export const noCounts: ImportCounts = { create: 0, update: 0, unchanged: 0, refused: 0 }

/** Orders of a date such as 03/04/2025; 2025-04-03 needs none. */
const dateOrders = ['dmy', 'mdy'] as const

/** Treatments of a row for an account with an unverified address. */
const unconfirmedWays = ['refuse', 'take_over'] as const

export const ImportOptions = z.object({
  /** Source system, to which external ids belong. */
  source: text(() => i18n.t('System it comes from'), limits.name).default(''),
  dateOrder: z
    .enum(dateOrders, {
      error: () => i18n.t('dateOrder must be one of: {orders}', { orders: dateOrders.join(', ') }),
    })
    .default('dmy'),
  /** Author in place of an unknown one; null: such a row is refused. */
  fallbackPersonId: Id.nullable().default(null),
  unconfirmed: z
    .enum(unconfirmedWays, {
      error: () => i18n.t('unconfirmed must be one of: {ways}', { ways: unconfirmedWays.join(', ') }),
    })
    .default('refuse'),
})
export type ImportOptions = z.output<typeof ImportOptions>

export const RowNote = z.object({
  field: z.string(),
  reason: z.string().optional(),
  /** The note is about an account with an unverified address. */
  isUnconfirmed: z.boolean().optional(),
})
export type RowNote = z.infer<typeof RowNote>

export const Import = z.object({
  id: Id,
  kind: ImportKind,
  fileName: z.string(),
  fileSize: z.number().int(),
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  totalRows: z.number().int(),
  /** Position of the column by field. */
  columns: z.record(z.string(), z.number().int()),
  options: ImportOptions,
  state: z.enum(importStates),
  doneRows: z.number().int(),
  counts: ImportCounts,
  failure: z.string().nullable(),
  /** A server is probably working on it at this moment. */
  isMoving: z.boolean(),
  createdBy: Person,
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  place: z.number().int(),
  outcome: Outcome,
  label: z.string(),
  notes: z.array(RowNote),
})
export type ImportRow = z.infer<typeof ImportRow>

const Matching = z.object({
  columns: z.record(z.string(), z.int().min(0).max(importLimits.columns), {
    error: () => i18n.t('columns must say the place of a column by the name of a field'),
  }),
  options: ImportOptions.prefault({}),
})
export type Matching = z.output<typeof Matching>

export const importApi = api({
  list: {
    method: 'GET',
    path: '/api/imports',
    summary: 'Imports of the last two weeks, the newest first',
    access: administrators,
    reply: z.array(Import),
  },
  create: {
    method: 'POST',
    path: '/api/imports',
    summary:
      'Send a CSV file as the body, with its kind and name in the query; columns are matched by their headings',
    access: administrators,
    query: z.object({ kind: ImportKind, fileName: requiredText(() => 'fileName', limits.fileName) }),
    reply: Import,
    status: 201,
  },
  template: {
    method: 'GET',
    path: '/api/imports/templates/:kind',
    summary: 'An example of a CSV file of this kind',
    access: administrators,
    params: z.object({ kind: ImportKind }),
    reply: z.file(),
  },
  detail: {
    method: 'GET',
    path: '/api/imports/:id',
    summary: 'One import, and how far it is',
    access: administrators,
    params: ById,
    reply: Import,
  },
  match: {
    method: 'PUT',
    path: '/api/imports/:id/columns',
    summary: 'Say which column each field is taken from; what was checked before is forgotten',
    access: administrators,
    params: ById,
    body: Matching,
    reply: Import,
  },
  check: {
    method: 'POST',
    path: '/api/imports/:id/check',
    summary: 'Find out row by row what the import would do, and change nothing',
    access: administrators,
    params: ById,
    reply: Import,
  },
  run: {
    method: 'POST',
    path: '/api/imports/:id/run',
    summary:
      'Import what was checked, or go on where a server was stopped. Nobody is mailed but an address that is replaced; people, and taking accounts over, need a fresh sign-in',
    access: administrators,
    params: ById,
    reply: Import,
  },
  rows: {
    method: 'GET',
    path: '/api/imports/:id/rows',
    summary:
      'What becomes of each row, or has become of it; first those about accounts whose address is not confirmed',
    access: administrators,
    params: ById,
    query: z.object({ outcome: Outcome.optional() }).extend(Paging.shape),
    reply: z.object({ rows: z.array(ImportRow), total: z.number().int() }),
  },
  refused: {
    method: 'GET',
    path: '/api/imports/:id/refused',
    summary:
      'The refused rows as they stand in the file, with the reason, as a CSV file to correct and import',
    access: administrators,
    params: ById,
    reply: z.file(),
  },
  remove: {
    method: 'DELETE',
    path: '/api/imports/:id',
    summary: 'Forget an import and its file; what was imported stays',
    access: administrators,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
})

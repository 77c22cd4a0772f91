import type { PgTable } from 'drizzle-orm/pg-core'
import { attachments } from '#tables/attachments.ts'
import { clients } from '#tables/clients.ts'
import { deliveries } from '#tables/deliveries.ts'
import { events } from '#tables/events.ts'
import { importRows } from '#tables/import-rows.ts'
import { imports } from '#tables/imports.ts'
import { mailTemplates } from '#tables/mail-templates.ts'
import { messagingConversations } from '#tables/messaging-conversations.ts'
import { products } from '#tables/products.ts'
import { savedAnswers } from '#tables/saved-answers.ts'
import { savedViews } from '#tables/saved-views.ts'
import { uploads } from '#tables/uploads.ts'
import { userSettings } from '#tables/user-settings.ts'

/** Columns in which people's words stand, by the names that they have in the table's definition. */
export interface Place {
  table: PgTable
  columns: readonly string[]
  /** A column in which no two rows of one owner are alike. */
  distinct?: { column: string; owner: string }
}

/**
 * Where others may have written who somebody is, beside tickets, comments, chats and what lies in Deleted, which are rewritten by ways of
 * their own. `places.test.ts` asks the database for every column that can hold a text, and names those that are left out.
 */
export const places: readonly Place[] = [
  { table: attachments, columns: ['fileName'] },
  {
    table: clients,
    columns: ['name', 'description', 'contactEmail', 'contactPhone', 'address', 'website', 'nameSearch'],
  },
  { table: deliveries, columns: ['key', 'payload', 'failure'] },
  { table: events, columns: ['data'] },
  { table: importRows, columns: ['label', 'notes'] },
  { table: imports, columns: ['fileName', 'headings', 'samples', 'failure'] },
  { table: mailTemplates, columns: ['subject', 'htmlTemplate', 'textTemplate'] },
  { table: messagingConversations, columns: ['subject', 'description'] },
  {
    table: products,
    columns: ['name', 'nameSearch', 'description', 'version', 'techStack', 'repositoryUrl', 'documentation'],
  },
  { table: savedAnswers, columns: ['title', 'text'], distinct: { column: 'title', owner: 'ownerId' } },
  { table: savedViews, columns: ['name', 'query'], distinct: { column: 'name', owner: 'ownerId' } },
  { table: uploads, columns: ['fileName'] },
  { table: userSettings, columns: ['settings'] },
]

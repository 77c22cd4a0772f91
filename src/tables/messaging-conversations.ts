import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { priorities } from '#features/tickets/contract.ts'
import { clients } from './clients.ts'
import { createdAt, moment, updatedAt } from './columns.ts'
import { products } from './products.ts'

export const messagingConversations = pgTable('whatsapp_conversations', {
  id: uuid().primaryKey().defaultRandom(),
  phoneNumber: text().notNull().unique(),
  activeTicketNumber: text(),
  step: text({ enum: ['initial', 'subject', 'description', 'priority', 'product', 'complete'] })
    .notNull()
    .default('initial'),
  subject: text(),
  description: text(),
  priority: text({ enum: priorities }),
  productId: uuid().references(() => products.id, { onDelete: 'set null' }),
  clientId: uuid().references(() => clients.id, { onDelete: 'set null' }),
  lastActivity: moment().notNull().defaultNow(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

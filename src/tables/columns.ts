import { timestamp } from 'drizzle-orm/pg-core'

/** Milliseconds are what JSON and `If-Match` carry; a finer clock in the row would never compare equal. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
export const createdAt = () => moment().notNull().defaultNow()
export const updatedAt = () => moment().notNull().defaultNow()

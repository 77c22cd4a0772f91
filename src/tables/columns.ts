import { timestamp } from 'drizzle-orm/pg-core'

/** Milliseconds, as in JSON: a finer time would never equal the one sent out. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
export const createdAt = () => moment().notNull().defaultNow()
export const updatedAt = () => moment().notNull().defaultNow()

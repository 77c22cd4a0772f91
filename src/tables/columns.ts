import { timestamp } from 'drizzle-orm/pg-core'

/** To the millisecond, as in JSON: a finer moment in the row would never equal the one that was sent out. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
export const createdAt = () => moment().notNull().defaultNow()
export const updatedAt = () => moment().notNull().defaultNow()

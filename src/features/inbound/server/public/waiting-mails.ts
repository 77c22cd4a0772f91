import { eq } from 'drizzle-orm'
import { inboundMails } from '#tables/inbound-mails.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'

/** Counts the mails that wait in the tray. */
export const countWaitingMails = (reader: Reader): Promise<number> =>
  reader.$count(inboundMails, eq(inboundMails.state, 'tray'))

import { eq, inArray } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { userSettings } from '#tables/user-settings.ts'
import { defaultSettings, Settings } from '../contract.ts'

/** Reads field by field: unknown values of another version count as unset. */
export function readSettings(stored: Record<string, unknown>): Settings {
  const {
    ticketColumns,
    viewOrder,
    density,
    shortcuts,
    smsNotifications,
    onlyMyNews,
    assignOnReply,
    ticketRows,
    ticketExpanded,
    queueBeside,
    factsBeside,
    afterResolving,
    getStarted,
  } = Settings.shape
  return {
    ticketColumns: ticketColumns.catch(defaultSettings.ticketColumns).parse(stored['ticketColumns']),
    viewOrder: viewOrder.catch(defaultSettings.viewOrder).parse(stored['viewOrder']),
    density: density.catch(defaultSettings.density).parse(stored['density']),
    shortcuts: shortcuts.catch(defaultSettings.shortcuts).parse(stored['shortcuts']),
    smsNotifications: smsNotifications
      .catch(defaultSettings.smsNotifications)
      .parse(stored['smsNotifications']),
    onlyMyNews: onlyMyNews.catch(defaultSettings.onlyMyNews).parse(stored['onlyMyNews']),
    assignOnReply: assignOnReply.catch(defaultSettings.assignOnReply).parse(stored['assignOnReply']),
    ticketRows: ticketRows.catch(defaultSettings.ticketRows).parse(stored['ticketRows']),
    ticketExpanded: ticketExpanded.catch(defaultSettings.ticketExpanded).parse(stored['ticketExpanded']),
    queueBeside: queueBeside.catch(defaultSettings.queueBeside).parse(stored['queueBeside']),
    factsBeside: factsBeside.catch(defaultSettings.factsBeside).parse(stored['factsBeside']),
    afterResolving: afterResolving.catch(defaultSettings.afterResolving).parse(stored['afterResolving']),
    getStarted: getStarted.catch(defaultSettings.getStarted).parse(stored['getStarted']),
  }
}

export async function findSettings(reader: Reader, userId: string): Promise<Settings> {
  const [row] = await reader
    .select({ settings: userSettings.settings })
    .from(userSettings)
    .where(eq(userSettings.userId, userId))
  return readSettings(row?.settings ?? {})
}

export async function listTextWishers(reader: Reader, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await reader
    .select()
    .from(userSettings)
    .where(inArray(userSettings.userId, [...new Set(userIds)]))
  return rows.filter(({ settings }) => readSettings(settings).smsNotifications).map(({ userId }) => userId)
}

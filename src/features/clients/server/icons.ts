import { and, eq, exists, isNotNull, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { favicons } from '#tables/favicons.ts'
import type { FetchIcon, Icon } from './fetch-icon.ts'

const dayMs = 24 * 60 * 60 * 1000
const cachedForMs = 7 * dayMs
const failureCachedForMs = dayMs
/** Wait for an icon that is not stored yet; the fetch goes on for the next call. */
const patienceMs = 400
/** Bound of parallel fetches, as a board shows many companies. */
const mostAtOnce = 8

/** Finds the website, for clients only of their own companies. */
async function findWebsite(db: Database, viewer: Viewer, clientId: string) {
  const own = exists(
    db
      .select({ one: sql`1` })
      .from(clientUsers)
      .where(and(eq(clientUsers.clientId, clients.id), eq(clientUsers.userId, viewer.id))),
  )
  const [found] = await db
    .select({ website: clients.website })
    .from(clients)
    .where(and(eq(clients.id, clientId), isStaff(viewer) ? undefined : own))
  return found?.website ?? undefined
}

/** Deletes the icon of a website that no company has any more. */
export async function forgetIcon({ tx }: Work, website: string | null): Promise<void> {
  const host = hostOf(website ?? '')
  if (host === undefined) return
  const others = await tx.select({ website: clients.website }).from(clients).where(isNotNull(clients.website))
  if (others.some((other) => hostOf(other.website ?? '') === host)) return
  await tx.delete(favicons).where(eq(favicons.host, host))
}

/** Parses the host of a typed website, with or without a scheme. */
function hostOf(website: string): string | undefined {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(address) ? new URL(address).host : undefined
}

interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  fetchIcon: FetchIcon
}

/** Makes the finder of icons: it asks each website once a week, or daily while it has none. */
export function createIcons({ db, work, clock, fetchIcon }: Parts) {
  const coming = new Map<string, Promise<Icon | null>>()

  async function findCached(host: string): Promise<Icon | null | undefined> {
    const [row] = await db.select().from(favicons).where(eq(favicons.host, host))
    if (!row) return undefined
    const icon = row.image && row.mimeType !== null ? { image: row.image, mimeType: row.mimeType } : null
    const isOld = clock.now().getTime() - row.fetchedAt.getTime() > (icon ? cachedForMs : failureCachedForMs)
    return isOld ? undefined : icon
  }

  async function fetchAndCache(host: string): Promise<Icon | null> {
    const icon = await fetchIcon(host)
    const kept = { image: icon?.image ?? null, mimeType: icon?.mimeType ?? null }
    await work(({ tx, now }) =>
      tx
        .insert(favicons)
        .values({ host, ...kept, fetchedAt: now })
        .onConflictDoUpdate({ target: favicons.host, set: { ...kept, fetchedAt: now } }),
    )
    return icon
  }

  /** Shares one fetch between simultaneous calls; null when too many are under way. */
  async function fetchOnce(host: string): Promise<Icon | null> {
    const known = coming.get(host)
    if (known) return known
    if (coming.size >= mostAtOnce) return null
    const fetching = fetchAndCache(host).finally(() => coming.delete(host))
    coming.set(host, fetching)
    // Callers that wait get the failure; without any, this avoids an unhandled rejection.
    fetching.catch(() => undefined)
    return fetching
  }

  /** @returns `none` without an icon; `unknown` while it is fetched; undefined for an invisible company */
  return async function findIcon(viewer: Viewer, clientId: string) {
    const website = await findWebsite(db, viewer, clientId)
    const host = website === undefined ? undefined : hostOf(website)
    if (host === undefined) return undefined
    const kept = await findCached(host)
    if (kept !== undefined) return kept ?? 'none'
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), patienceMs)
    const icon = await Promise.race([fetchOnce(host), late.promise])
    clearTimeout(timer)
    return icon ?? 'unknown'
  }
}

import { and, eq, ne } from 'drizzle-orm'
import { i18n } from '#platform/contract/i18n.ts'
import { conflictIn } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { clients } from '#tables/clients.ts'

/**
 * Locks the name until the commit.
 * @param nameSearch the name, see `searchable`
 * @param exceptId of the company that is to have it
 */
export async function isNameTaken(unit: Work, nameSearch: string, exceptId?: string): Promise<boolean> {
  await lockName(unit, 'client', nameSearch)
  const [other] = await unit.tx
    .select({ id: clients.id })
    .from(clients)
    .where(
      and(eq(clients.nameSearch, nameSearch), exceptId === undefined ? undefined : ne(clients.id, exceptId)),
    )
    .limit(1)
  return other !== undefined
}

/** Folds names stored by earlier versions. Call it after the migrations, before serving. */
export async function foldClientsAnew(db: Database): Promise<void> {
  const all = await db
    .select({ id: clients.id, name: clients.name, folded: clients.nameSearch })
    .from(clients)
  for (const { id, name } of all.filter((one) => one.folded !== searchable(one.name)))
    // Another node may have renamed it since.
    await db
      .update(clients)
      .set({ nameSearch: searchable(name) })
      .where(and(eq(clients.id, id), eq(clients.name, name)))
}

export const nameTaken = (name: string) =>
  conflictIn('name', i18n.t('There is already a client called {name}.', { name }))

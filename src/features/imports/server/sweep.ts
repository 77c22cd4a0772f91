import { AppError } from '#platform/contract/errors.ts'
import type { Platform } from '#platform/server/feature.ts'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { removeLeftovers } from '#platform/server/store/object-store.ts'
import { listImportsBefore } from './queries.ts'
import { deleteImport } from './service.ts'

/** Time to correct refused rows; a file with personal data is not kept for longer. */
const storedForMs = 14 * 24 * 60 * 60 * 1000

/** Deletes imports with their files; imported things and their external ids stay. */
export async function forgetOldImports({
  db,
  work,
  clock,
  log,
  files: { store },
}: Pick<Platform<LiveSession>, 'db' | 'work' | 'clock' | 'log' | 'files'>): Promise<void> {
  const before = new Date(clock.now().getTime() - storedForMs)
  for (const { id } of await listImportsBefore(db, before))
    try {
      await removeLeftovers(store, await work((unit) => deleteImport(unit, id)), log)
    } catch (error) {
      // The import is running, or another node has just deleted it.
      if (!(error instanceof AppError)) throw error
    }
}

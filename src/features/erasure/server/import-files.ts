import { listImportFiles, listImportSamples } from '#features/imports/server/queries.ts'
import { deleteImport } from '#features/imports/server/service.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Traces } from './traces.ts'
import type { Parts } from './walk.ts'

/** Longer than any name, address or number. */
const overlap = 1000

async function hasTraces(store: ObjectStore, path: string, { isIn }: Traces): Promise<boolean> {
  if (!(await store.find(path))) return false
  const decoder = new TextDecoder()
  let before = ''
  for await (const chunk of await store.read(path)) {
    const text = before + decoder.decode(chunk as Uint8Array, { stream: true })
    if (isIn(text)) return true
    before = text.slice(-overlap)
  }
  return false
}

/**
 * Forgets imports whose file, or what is shown of it, names somebody, together with the file: taken up again, they would bring them back. What was imported stays.
 * @throws {AppError} `conflict` while one of them is at work
 */
export async function forgetImportsWith(
  { db, work, store, log }: Parts & { store: ObjectStore; log: Pick<FastifyBaseLogger, 'warn'> },
  traces: Traces,
): Promise<number> {
  let forgotten = 0
  async function forget(id: string) {
    await removeLeftovers(store, await work((unit) => deleteImport(unit, id)), log)
    forgotten++
  }
  for (const { id, path } of await listImportFiles(db))
    if (await hasTraces(store, path, traces)) await forget(id)
  // First and last name stand in cells of their own.
  for (const { id, samples } of await listImportSamples(db))
    if (samples.some((row) => traces.isIn(row.join(' ')))) await forget(id)
  return forgotten
}

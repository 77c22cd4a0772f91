import type { FastifyBaseLogger } from 'fastify'
import { forgetUnusedWords } from '#features/tickets/server/service.ts'
import type { Clock } from '#platform/server/clock.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import { forgetImportsWith } from './import-files.ts'
import { eraseFromKept } from './kept-things.ts'
import { eraseFromOthers } from './others-texts.ts'
import { detachOwnFiles, eraseOwnTexts } from './own-texts.ts'
import { listStanding, type Erasure } from './queries.ts'
import { beginErasure, finishErasure, noteProgress, takeOver, type Eraser } from './record.ts'
import type { Work } from '#platform/server/work.ts'
import { tracesOf } from './traces.ts'
import type { Parts } from './walk.ts'
import { wordsIn } from './words.ts'

export interface EraserParts extends Parts {
  clock: Clock
  store: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Erases everything that tells of somebody, in small steps; each may be the last, and is not done again by whoever goes on.
 * @throws {AppError} `conflict` when an import has begun since that names them
 */
async function goOn(parts: EraserParts, { userId, language, knownBy }: Erasure): Promise<void> {
  const { work, store, log, stopping } = parts
  const words = wordsIn(language)
  const traces = knownBy ? tracesOf(knownBy, words) : undefined
  if (traces) await forgetImportsWith(parts, traces)
  for (;;) {
    stopping?.throwIfAborted()
    const texts = await work(async (unit) => {
      const erased = await eraseOwnTexts(unit, userId, words.text)
      await noteProgress(unit, userId, { texts: erased })
      return erased
    })
    if (texts === 0) break
  }
  for (;;) {
    stopping?.throwIfAborted()
    const paths = await work(async (unit) => {
      const gone = await detachOwnFiles(unit, userId)
      await noteProgress(unit, userId, { files: gone.length })
      return gone
    })
    if (paths.length === 0) break
    await removeLeftovers(store, paths, log)
  }
  const kept = await eraseFromKept(parts, { id: userId, words, traces })
  await removeLeftovers(store, kept.paths, log)
  await work((unit) => noteProgress(unit, userId, { texts: kept.things, files: kept.paths.length }))
  const others = traces ? await eraseFromOthers(parts, traces) : 0
  await work((unit) => noteProgress(unit, userId, { texts: others }))
  await forgetUnusedWords(work)
  await work((unit) => finishErasure(unit, userId))
}

/**
 * Erases somebody; what makes them nobody is done at once, and the rest by whoever calls `rest`.
 * @param isWanted asked within the unit of work that makes them nobody
 * @returns undefined when it is not wanted any more
 * @throws {AppError} as `beginErasure`
 */
export async function erasePerson(
  parts: EraserParts,
  by: Eraser,
  id: string,
  isWanted: (unit: Work) => Promise<boolean> = async () => true,
): Promise<{ rest(): Promise<void> } | undefined> {
  const begun = await parts.work(async (unit) =>
    (await isWanted(unit)) ? beginErasure(unit, by, id) : undefined,
  )
  if (!begun) return undefined
  await removeLeftovers(parts.store, begun.paths, parts.log)
  return { rest: () => goOn(parts, begun.erasure) }
}

/** Goes on with what a server that has stopped has left. */
export async function resumeErasures(parts: EraserParts): Promise<void> {
  for (const erasure of await listStanding(parts.db, parts.clock.now()))
    if (await parts.work((unit) => takeOver(unit, erasure))) await goOn(parts, erasure)
}

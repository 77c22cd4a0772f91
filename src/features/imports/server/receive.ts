import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { scheduleObjectRemoval } from '#features/uploads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { removeRefused, type ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork } from '#platform/server/work.ts'
import { importLimits, tooLarge } from '../contract.ts'
import type { ImportKind } from '../fields/contract.ts'
import { inspectCsv } from './csv.ts'
import { createImport } from './service.ts'

interface Parts {
  db: Database
  store: ObjectStore
  clock: Clock
  log: FastifyBaseLogger
}

interface Sent {
  kind: ImportKind
  fileName: string
}

/** @throws {AppError} */
function sizeOf({ headers }: FastifyRequest): number {
  const size = Number(headers['content-length'])
  if (Number.isNaN(size))
    throw new AppError('length_required', i18n.t('Say in Content-Length how many bytes the file has.'))
  if (size > importLimits.bytes) throw new AppError('too_large', tooLarge())
  return size
}

/** @returns the id of the import @throws {AppError} for a file that is too large, or cannot be read */
export async function receiveFile(
  { db, store, clock, log }: Parts,
  work: DoWork,
  viewer: Viewer,
  { kind, fileName }: Sent,
  request: FastifyRequest,
): Promise<string> {
  const fileSize = sizeOf(request)
  const id = randomUUID()
  const objectPath = `${store.prefix}imports/${id}`
  // Scheduled until a row refers to it, so that a crash leaves no file behind.
  await scheduleObjectRemoval(db, [{ objectPath }], clock.now())
  try {
    await store.writeStream(objectPath, request.raw, fileSize)
    const inspected = await inspectCsv(() => store.read(objectPath))
    await work((unit) =>
      createImport(unit, viewer, { ...inspected, id, kind, fileName, fileSize, objectPath }),
    )
    return id
  } catch (error) {
    await removeRefused(error, store, [objectPath], log)
    throw error
  }
}

import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork } from '#platform/server/work.ts'
import { quotasFor } from '../policy.ts'
import { expectedType } from './content-type.ts'
import type { Progress } from './progress.ts'
import { requireQuota } from './quota.ts'
import { createUpload } from './service.ts'

export interface UploadParts {
  db: Database
  work: DoWork
  store: ObjectStore
  clock: Clock
  progress: Progress
  log: FastifyBaseLogger
  maxFileBytes: number
  /** Gigabytes shared by all people of one client company. */
  clientGb: number
}

export interface Announced {
  filename: string
  type: string
  size: number | undefined
}

export const incomingOf = ({ prefix }: Pick<ObjectStore, 'prefix'>, { id }: Viewer) =>
  `${prefix}incoming/${id}_`

export const isEmpty = (fileName: string) =>
  i18n.t('{fileName} is empty: its size is 0. Save it again, then attach it.', { fileName })
const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

export function createAnnouncing({ work, store, maxFileBytes, clientGb }: UploadParts) {
  const quotas = quotasFor(clientGb)
  return {
    /** @throws {AppError} `unsupported`, `too_large`, `invalid` on `sizeField` for an empty file */
    judge(viewer: Viewer, { filename, type, size = maxFileBytes }: Announced, sizeField: string) {
      expectedType(filename)
      if (size === 0) throw invalid(sizeField, isEmpty(filename))
      if (size > maxFileBytes)
        throw new AppError(
          'too_large',
          i18n.t('{filename} exceeds maximum allowed size of {megabytes}', {
            filename,
            megabytes: megabytes(maxFileBytes),
          }),
        )
      const id = randomUUID()
      return { id, fileName: filename, mimeType: type, size, objectPath: `${incomingOf(store, viewer)}${id}` }
    },

    /** @throws {AppError} `too_large` beyond the quota */
    announce: (viewer: Viewer, upload: Parameters<typeof createUpload>[2]) =>
      work(async (unit) => {
        const row = await createUpload(unit, viewer, upload)
        // Counts the new one too.
        await requireQuota(unit.tx, viewer, quotas, unit.now)
        return row
      }),
  }
}

import AwsS3 from '@uppy/aws-s3'
import Uppy, { type Body, type Meta, type UppyOptions } from '@uppy/core'
import { CallError } from '#platform/web/call.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { throttled } from '#platform/web/throttled.ts'
import { finishUpload, removeUpload } from './api.ts'
import { unreadableAnswer } from './ask.ts'
import { followWork } from './follow-work.ts'
import { passNotices } from './notices.ts'
import { mayGoLater, persistently } from './persistence.ts'
import { failed, rowOf, type Known } from './row-of-file.ts'
import { createSpeedometer } from './speedometer.ts'
import { createTransport } from './transport.ts'
import type { FileRow, Notice } from './file-row.ts'

const shownForMs = 5000
const shownEveryMs = 500

/** Errors of the engine that may be shown; others are defects. */
const reasons: ReadonlySet<string> = new Set([
  'Non 2xx',
  'Request has expired',
  'Cannot sign without a key, an uploadId, and a partNumber',
  unreadableAnswer,
])

type Restrictions = NonNullable<UppyOptions<Meta, Body>['restrictions']>

interface UploaderOptions {
  restrictions?: Partial<Restrictions>
  onRows(rows: FileRow[]): void
  onNotices(notices: Notice[]): void
}

export interface Uploader {
  /** @param kept files of the draft, which count against the limit */
  add(files: readonly File[], kept?: number): void
  pauseOrResume(id: string): void
  retry(id: string): void
  remove(id: string): void
  /** Clears all files, or these; arrived ones stay on the server. */
  clear(sent?: readonly string[]): void
  close(): void
}

/** Only module that knows the upload engine. */
export function createUploader({ restrictions = {}, onRows, onNotices }: UploaderOptions): Uploader {
  const known = new Map<string, Known>()
  const followed = new Map<string, () => void>()
  const speed = createSpeedometer()
  const knownOf = (id: string) => known.get(id) ?? {}
  const note = (id: string, more: Known) => {
    known.set(id, { ...knownOf(id), ...more })
    showSoon()
  }

  const uppy = new Uppy<Meta, Body>({
    autoProceed: true,
    infoTimeout: shownForMs,
    restrictions,
    // Keeps the engine's errors out of the console.
    logger: { debug() {}, warn() {}, error() {} },
  })
  uppy.use(
    AwsS3,
    createTransport({
      idOf: (fileId) => knownOf(fileId).uploadId,
      note,
      arrived: listen,
    }),
  )

  /** The socket reports progress only; the calls tell the outcome. */
  function listen(fileId: string): void {
    const { serverToken } = knownOf(fileId)
    if (serverToken === undefined) return
    unfollow(fileId)
    const end = followWork(serverToken, {
      progressed: (checkedShare) => note(fileId, { checked: 'checking', checkedShare }),
      lost: (message) => uppy.info(message, 'warning', shownForMs),
    })
    followed.set(fileId, end)
  }
  function unfollow(fileId: string): void {
    followed.get(fileId)?.()
    followed.delete(fileId)
  }

  let isClosed = false
  function show(): void {
    if (!isClosed) onRows(uppy.getFiles().map((file) => rowOf(file, knownOf(file.id), speed.of(file.id))))
  }
  const showSoon = throttled(show, shownEveryMs)

  async function check(fileId: string): Promise<void> {
    const { uploadId } = knownOf(fileId)
    // Stores without ids need no completing call.
    if (uploadId === undefined) return note(fileId, { checked: 'done' })
    note(fileId, { checked: 'checking' })
    try {
      await persistently(() => finishUpload(uploadId))
      note(fileId, { checked: 'done' })
    } catch (error) {
      const said = messageIn(error)
      const name = uppy.getFile(fileId)?.name ?? ''
      note(fileId, {
        checked: mayGoLater(error) ? 'unanswered' : 'refused',
        message: said ?? failed(name),
      })
    } finally {
      unfollow(fileId)
    }
  }

  uppy.on('state-update', showSoon)
  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (file) speed.note(file.id, bytesUploaded || 0)
  })
  uppy.on('upload-success', (file) => void (file && check(file.id)))
  uppy.on('upload-error', (file, error) => {
    if (!file) return
    unfollow(file.id)
    const { uploadId, serverToken } = knownOf(file.id)
    const told =
      error instanceof CallError
        ? { message: error.serverMessage }
        : { reason: reasons.has(error.message) ? error.message : 'Unknown error' }
    known.set(file.id, { uploadId, serverToken, ...told })
    showSoon()
  })
  passNotices(uppy, onNotices)

  function forget(id: string): void {
    unfollow(id)
    known.delete(id)
    speed.forget(id)
    showSoon()
  }

  function remove(id: string): void {
    const { uploadId } = knownOf(id)
    uppy.removeFile(id)
    forget(id)
    if (uploadId !== undefined) void removeUpload(uploadId)
  }

  return {
    add(files, kept = 0) {
      const { maxNumberOfFiles: most } = restrictions
      // The engine counts its own files only.
      if (most && kept + uppy.getFiles().length + files.length > most)
        return uppy.info(uppy.i18n('youCanOnlyUploadX', { smart_count: most }), 'error', shownForMs)
      uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data, source: 'own' })))
      // Immediately: a submission in between would lack them.
      show()
    },
    pauseOrResume: (id) => void uppy.pauseResume(id),
    retry(id) {
      const { uploadId, checked } = knownOf(id)
      if (checked === 'unanswered') return void check(id)
      known.set(id, { uploadId })
      void uppy.retryUpload(id)
    },
    remove,
    clear(sent) {
      for (const { id } of uppy.getFiles()) {
        if (sent && !sent.includes(knownOf(id).uploadId ?? '')) continue
        if (knownOf(id).checked === 'done') {
          uppy.removeFile(id)
          forget(id)
        } else remove(id)
      }
    },
    close() {
      isClosed = true
      for (const { id } of uppy.getFiles()) if (knownOf(id).checked !== 'done') remove(id)
      uppy.destroy()
    },
  }
}

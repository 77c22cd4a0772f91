import type { KeptFile } from '#platform/web/drafts/composer.ts'

/** A file on its way, as it is shown. */
export interface FileRow {
  id: string
  /** The server's id of it; null before it has one. */
  uploadId: string | null
  name: string
  size: number
  status: 'waiting' | 'uploading' | 'paused' | 'checking' | 'done' | 'failed'
  /** Bytes of it that have been sent. */
  sent: number
  bytesPerSecond: number | null
  /** How much of it the server has gone through, from 0 to 1; null where it does not tell. */
  checkedShare: number | null
  /** Why it failed. */
  message: string | null
  /** The same in the words of the engine, for debugging. */
  reason: string | null
  mayRetry: boolean
}

/** Something that is said of the files, for a while. */
export interface Notice {
  text: string
  isError: boolean
}

/** The uploads of one form, comment or message; see `useUploads`. */
export interface Uploads {
  files: readonly FileRow[]
  notices: readonly Notice[]
  /** The part that uploads could not be loaded. */
  hasNoEngine: boolean
  /** The ids of finished uploads; to be sent as `attachmentIds`. */
  ids: string[]
  isBusy: boolean
  /** Why what they belong to cannot be sent yet; undefined when it can. */
  whyWait: string | undefined
  add(files: readonly File[]): void
  pauseOrResume(id: string): void
  retry(id: string): void
  remove(id: string): void
  /** Once they are sent: forgets the files here, or only those of these upload ids. */
  clear(sent?: readonly string[]): void
  /** Shows files again that were sent, and then taken back. */
  putBack(files: readonly KeptFile[]): void
  /** Forgets the files here and on the server. */
  discard(): void
}

import type { DraftFile } from '#platform/web/drafts/composer.ts'

export interface FileRow {
  id: string
  /** Null until assigned by the server. */
  uploadId: string | null
  name: string
  size: number
  status: 'waiting' | 'uploading' | 'paused' | 'checking' | 'done' | 'failed'
  sent: number
  bytesPerSecond: number | null
  /** Part checked by the server, from 0 to 1; null if unknown. */
  checkedShare: number | null
  message: string | null
  /** The engine's message, for debugging. */
  reason: string | null
  mayRetry: boolean
}

export interface Notice {
  text: string
  isError: boolean
}

export interface Uploads {
  files: readonly FileRow[]
  notices: readonly Notice[]
  hasNoEngine: boolean
  /** Ids of finished uploads, for `attachmentIds`. */
  ids: string[]
  isBusy: boolean
  /** Reason why the form cannot be submitted yet. */
  whyWait: string | undefined
  add(files: readonly File[]): void
  pauseOrResume(id: string): void
  retry(id: string): void
  remove(id: string): void
  /** Clears submitted files, or only these upload ids. */
  clear(sent?: readonly string[]): void
  /** Restores files of an undone submission. */
  putBack(files: readonly DraftFile[]): void
  /** Removes the files here and on the server. */
  discard(): void
}

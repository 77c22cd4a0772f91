import type { Body, Meta, UppyFile } from '@uppy/core'
import { i18n } from '#platform/contract/i18n.ts'
import type { FileRow } from './file-row.ts'

export const failed = (name: string) => i18n.t('Failed to upload {name}', { name })

/** Our own knowledge of a file, beside what the engine knows. */
export interface Known {
  uploadId?: string | undefined
  /** Opens the socket on which the server tells of its work; given for files in parts. */
  serverToken?: string | undefined
  /** Our server's answer about the file after it had arrived; `unanswered`: it may be asked for again, without the bytes. */
  checked?: 'checking' | 'done' | 'refused' | 'unanswered'
  /** How much of it the server has gone through, from 0 to 1. */
  checkedShare?: number
  message?: string | undefined
  reason?: string | undefined
}

function statusOf(file: UppyFile<Meta, Body>, { checked }: Known): FileRow['status'] {
  if (checked === 'done' || checked === 'checking') return checked
  if (checked || ('error' in file && file.error)) return 'failed'
  if ('isPaused' in file && file.isPaused) return 'paused'
  return file.progress.bytesUploaded ? 'uploading' : 'waiting'
}

/** Makes the row of a file. @param bytesPerSecond how fast it goes, as far as that is known */
export function rowOf(file: UppyFile<Meta, Body>, known: Known, bytesPerSecond: number | null): FileRow {
  const { uploadId, message, reason, checked, checkedShare } = known
  const status = statusOf(file, known)
  const size = file.size ?? 0
  const sent = status === 'done' ? size : file.progress.bytesUploaded || 0
  return {
    id: file.id,
    uploadId: uploadId ?? null,
    name: file.name,
    size,
    status,
    sent: Math.min(sent, size),
    bytesPerSecond: status === 'uploading' ? bytesPerSecond : null,
    checkedShare: status === 'checking' ? (checkedShare ?? null) : null,
    message: status === 'failed' ? (message ?? failed(file.name)) : null,
    reason: status === 'failed' ? (reason ?? null) : null,
    mayRetry: status === 'failed' && checked !== 'refused',
  }
}

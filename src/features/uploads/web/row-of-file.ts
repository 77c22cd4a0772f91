import type { Body, Meta, UppyFile } from '@uppy/core'
import { i18n } from '#platform/contract/i18n.ts'
import type { FileRow } from './file-row.ts'

export const failed = (name: string) => i18n.t('Failed to upload {name}', { name })

/** State of a file beyond the engine's. */
export interface Known {
  uploadId?: string | undefined
  /** Opens the progress socket; for multipart uploads. */
  serverToken?: string | undefined
  /** Result of the completing call; `unanswered` can be retried without the bytes. */
  checked?: 'checking' | 'done' | 'refused' | 'unanswered'
  /** Part checked by the server, from 0 to 1. */
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

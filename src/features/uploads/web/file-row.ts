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
  /** Why it failed. */
  message: string | null
  mayRetry: boolean
}

/** Something the upload engine says, for a while. */
export interface Notice {
  text: string
  isError: boolean
}

import { i18n } from '#platform/contract/i18n.ts'
import { call, CallError } from '#platform/web/call.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { photoApi } from '../contract.ts'

export class PhotoFailure extends Error {
  readonly title: string
  readonly reason: string | undefined
  constructor(title: string, reason?: string) {
    super(reason ?? title)
    this.name = 'PhotoFailure'
    this.title = title
    this.reason = reason
  }
}

async function findAddress(signal: AbortSignal): Promise<string> {
  try {
    const { uploadURL } = await call(photoApi.begin, {}, { signal })
    return uploadURL
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CallError)
      throw new PhotoFailure(i18n.t('Error'), i18n.t('Failed to get upload URL.'))
    throw new PhotoFailure(i18n.t('Upload failed'), i18n.t('No upload URL received'))
  }
}

/** XMLHttpRequest: fetch does not report upload progress. */
const put = (url: string, file: File, onSent: (share: number) => void, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new PhotoFailure(i18n.t('Upload failed')))
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total ? loaded / total : 0))
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve() : fail(),
    )
    for (const event of ['error', 'timeout', 'abort']) request.addEventListener(event, fail)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })

interface Sending {
  /** Receives the share that was sent, from 0 to 1. */
  onSent(share: number): void
  signal: AbortSignal
}

/** @throws {PhotoFailure} with the words to show; the reason of an aborted signal */
export async function sendPhoto(file: File, { onSent, signal }: Sending): Promise<void> {
  const photoURL = await findAddress(signal)
  try {
    await put(photoURL, file, onSent, signal)
  } finally {
    signal.throwIfAborted()
  }
  try {
    await call(photoApi.save, { body: { photoURL } }, { signal })
  } catch (error) {
    signal.throwIfAborted()
    const said = messageIn(error)
    throw new PhotoFailure(i18n.t('Failed to update profile photo'), said)
  }
}

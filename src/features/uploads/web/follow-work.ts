import { i18n } from '#platform/contract/i18n.ts'
import { parseJson } from '#platform/contract/narrowing.ts'
import { openSocket } from '#platform/web/socket.ts'
import { WorkMessage } from '../contract.ts'

/** Exceeds the server's interval of half a second by far. */
const silentForMs = 60_000

interface Handlers {
  /** @param share checked by the server, from 0 to 1 */
  progressed(share: number): void
  /** The progress has ended; the calls tell the outcome. */
  lost(message: string): void
}

/** A socket that fails to open is not reported. @returns a function that closes it */
export function followWork(serverToken: string, { progressed, lost }: Handlers): () => void {
  const socket = openSocket(`/api/${serverToken}`)
  let isOpen = false
  let isOver = false
  let silence: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    isOver = true
    clearTimeout(silence)
    socket.close()
  }
  function wait(): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      end()
      lost(i18n.t('Timeout waiting for message from Companion socket'))
    }, silentForMs)
  }

  socket.addEventListener('open', () => {
    if (isOver) return
    isOpen = true
    wait()
  })
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return
    wait()
    const { data: message } = WorkMessage.safeParse(parseJson(String(data)))
    if (message?.action === 'progress') {
      const { bytesUploaded, bytesTotal } = message.payload
      progressed(bytesTotal === 0 ? 1 : bytesUploaded / bytesTotal)
    } else if (message) end()
  })
  socket.addEventListener('close', () => {
    clearTimeout(silence)
    if (isOpen && !isOver) lost(i18n.t('Socket closed unexpectedly'))
    isOver = true
  })
  return end
}

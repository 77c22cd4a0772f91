import { parseJson } from '#platform/contract/narrowing.ts'

/** After a close it is tried again. */
const reconnectAfterMs = 3000

interface Handlers {
  opened(): void
  heard(message: unknown): void
  /** @param code why, as the server says it */
  closed(code: number): void
}

/** Opens a socket to `path` of this host, by the secure scheme when the page is. */
export const openSocket = (path: string) =>
  new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)

/**
 * Keeps a socket to `path` of this host open.
 * @returns a way to send, which says whether it could, and a way to end it for good
 */
export function keepSocket(path: string, { opened, heard, closed }: Handlers) {
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const send = (message: object): boolean => {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  function connect(): void {
    const next = openSocket(path)
    socket = next
    next.addEventListener('open', opened)
    next.addEventListener('message', (event) => heard(parseJson(String(event.data))))
    next.addEventListener('close', ({ code }) => {
      if (isEnded) return
      closed(code)
      retry = setTimeout(connect, reconnectAfterMs)
    })
  }

  connect()
  return {
    send,
    /** Closes now and comes back after the usual while; for a connection that is known to be dead before the browser says so. */
    drop: () => socket?.close(),
    end() {
      isEnded = true
      clearTimeout(retry)
      socket?.close()
    },
  }
}

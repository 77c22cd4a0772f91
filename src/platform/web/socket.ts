import { parseJson } from '#platform/contract/narrowing.ts'

/** After a close it is tried again. */
const reconnectAfterMs = 3000
/** Code of browsers for a connection that ended without a word. */
const droppedCode = 1006

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

  function lost(code: number): void {
    socket = undefined
    if (isEnded) return
    closed(code)
    retry = setTimeout(connect, reconnectAfterMs)
  }

  function connect(): void {
    const next = openSocket(path)
    socket = next
    const ifCurrent = (job: () => void) => socket === next && job()
    next.addEventListener('open', () => ifCurrent(opened))
    next.addEventListener('message', ({ data }) => ifCurrent(() => heard(parseJson(String(data)))))
    next.addEventListener('close', ({ code }) => ifCurrent(() => lost(code)))
  }

  connect()
  return {
    send,
    /** Gives the socket up and comes back after the usual while; on a dead line the browser would wait for an answer to its goodbye. */
    drop() {
      const dropped = socket
      if (!dropped) return
      lost(droppedCode)
      dropped.close()
    },
    end() {
      isEnded = true
      clearTimeout(retry)
      socket?.close()
    },
  }
}

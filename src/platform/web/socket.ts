import { parseJson } from '#platform/contract/narrowing.ts'

const reconnectAfterMs = 3000
/** Browsers' close code for a lost connection. */
const droppedCode = 1006

interface Handlers {
  opened(): void
  heard(message: unknown): void
  closed(code: number): void
}

export const openSocket = (path: string) =>
  new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)

/** Keeps a socket to this host open. @returns functions to send, which return whether that was possible, and to end it */
export function openPersistentSocket(path: string, { opened, heard, closed }: Handlers) {
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
    /** Drops the socket and reconnects later; on a dead line the browser would wait for the closing handshake. */
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

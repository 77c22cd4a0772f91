import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { describeIssues } from '#platform/contract/errors.ts'
import { parseJson } from '#platform/contract/narrowing.ts'
import type { LiveMessage } from '#platform/server/log/live-rule.ts'
import { closeCodes } from '#platform/server/sockets.ts'
import { Incoming, socketLimits } from '../contract.ts'
import { encode } from './encode.ts'
import type { Hub } from './hub.ts'
import type { Listener } from './listeners.ts'

type Joined = Exclude<Incoming, { type: 'user:join' }>

/** Resent periodically, so some may be dropped. The end of typing is not repeated, so it counts apart. */
const signals = {
  'user:typing': 'begun',
  'ticket:viewing': 'begun',
  'ticket:editing': 'begun',
  'user:stop_typing': 'ended',
} as const
const isSignal = (type: string): type is keyof typeof signals => Object.hasOwn(signals, type)

function parse(data: unknown, isBinary: boolean): unknown {
  return isBinary || !Buffer.isBuffer(data) ? undefined : parseJson(data.toString())
}

function createAllowance() {
  let endsAt = 0
  let spent = 0
  let signalled = { begun: 0, ended: 0 }
  // Refilled on demand: ten thousand sockets would need ten thousand timers.
  function refill(): void {
    const now = performance.now()
    if (now < endsAt) return
    endsAt = now + 1000
    spent = 0
    signalled = { begun: 0, ended: 0 }
  }
  return {
    spend(): number {
      refill()
      return ++spent
    },
    spendSignal(type: keyof typeof signals): number {
      refill()
      return ++signalled[signals[type]]
    },
  }
}

function watchPulse(socket: WebSocket): () => void {
  let answered = true
  socket.on('pong', () => (answered = true))
  const ping = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, socketLimits.pingEveryMs)
  return () => clearInterval(ping)
}

function sender(socket: WebSocket) {
  return (message: LiveMessage): void => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > socketLimits.bufferedBytes)
      return socket.close(closeCodes.slowReader, 'Reading too slowly')
    socket.send(encode(message), { binary: false })
  }
}

async function obey(message: Joined, listener: Listener, hub: Hub): Promise<void> {
  const { send } = listener
  const refuse = (ticketId: string) =>
    send({ type: 'error', message: 'You cannot take part in this chat.', ticketId })
  switch (message.type) {
    case 'ping':
      return send({ type: 'pong' })
    case 'resume':
      return hub.resume(listener, message.since)
    case 'ticket:subscribe': {
      const { ticketId } = message
      if (!(await hub.topics.subscribe(listener, ticketId))) return refuse(ticketId)
      return send({ type: 'ticket:subscribed', ticketId })
    }
    case 'ticket:unsubscribe':
      return hub.topics.unsubscribe(listener, message.ticketId)
    case 'user:typing':
    case 'user:stop_typing': {
      if (!(await hub.topics.type(listener, message.type, message.ticketId))) refuse(message.ticketId)
      return
    }
    case 'ticket:viewing':
      return hub.presence.show(listener, message.ticketId, message.away ? 'away' : 'viewing')
    case 'ticket:editing':
      return hub.presence.show(listener, message.ticketId, 'editing')
    case 'ticket:leaving':
      return hub.presence.leave(listener, message.ticketId)
    case 'tickets:watch':
      return hub.presence.watch(listener, message.ticketIds)
  }
}

export function serve(socket: WebSocket, session: LiveSession, hub: Hub): void {
  const send = sender(socket)
  const refuse = (message: string) => send({ type: 'error', message })
  const allowance = createAllowance()
  let listener: Listener | undefined
  const endPulse = watchPulse(socket)
  let turn = Promise.resolve()
  let waiting = 0

  function join(): void {
    listener ??= hub.add({
      id: randomUUID(),
      sid: session.sid,
      userId: session.id,
      send,
      end: () => socket.close(closeCodes.sessionEnded, 'The session has ended'),
    })
    send({ type: 'authenticated', position: hub.positionOf(session) })
  }

  async function hear(message: Incoming): Promise<void> {
    if (socket.readyState !== socket.OPEN) return
    if ('userId' in message && message.userId !== session.id) {
      refuse(i18n.t('You can join and type only as yourself.'))
      return socket.close(closeCodes.forbidden, 'Not your user')
    }
    if (message.type === 'user:join') return join()
    if (!listener) return refuse(i18n.t('Join first.'))
    if (isSignal(message.type)) {
      if (allowance.spendSignal(message.type) > socketLimits.signalsPerSecond) return
      if (!(await hub.mayAsk(listener))) return
    }
    if (message.type === 'ticket:subscribe' && !(await hub.mayAsk(listener)))
      return refuse(i18n.t('Too many messages in a minute.'))
    await obey(message, listener, hub)
  }

  function receive(data: unknown, isBinary: boolean): Promise<void> | void {
    const message = parse(data, isBinary)
    if (message === undefined) return refuse(i18n.t('Send one JSON object as text.'))
    const parsed = Incoming.safeParse(message)
    if (!parsed.success) return refuse(describeIssues(parsed.error.issues).message)
    return hear(parsed.data)
  }

  socket.on('message', (data, isBinary) => {
    const spent = allowance.spend()
    if (spent > socketLimits.floodPerSecond) return socket.close(closeCodes.tooMany, 'Too many messages')
    if (spent > socketLimits.messagesPerSecond) return refuse(i18n.t('Too many messages in a second.'))
    if (waiting >= socketLimits.waitingMessages)
      return socket.close(closeCodes.tooMany, 'Too many messages are waiting')
    waiting++
    // Serialized, so that each message finds the ones before it done.
    turn = turn
      .then(() => receive(data, isBinary))
      .catch(() => {
        refuse(i18n.t('That could not be done now.'))
        // The browser reconnects and asks again.
        socket.close(closeCodes.goingAway, 'Try again')
      })
      .finally(() => waiting--)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    endPulse()
    if (listener) hub.remove(listener)
  })
}

import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Work } from '../work.ts'
import { createDispatcher } from './dispatcher.ts'
import type { Outbox, Sender, StoredDelivery } from './outbox.ts'
import { SendFailure } from './send-failure.ts'

const minuteMs = 60_000

interface Task extends StoredDelivery {
  failure: string
  isSent: boolean
}

const aTask = (kind: string, payload: unknown = {}): Task => ({
  id: kind,
  kind,
  userId: null,
  payload,
  attempts: 0,
  dueAt: new Date(0),
  expiresAt: null,
  createdAt: new Date(0),
  failure: '',
  isSent: false,
})

/** Keeps these in memory. */
function outboxOf(tasks: Task[]): Outbox {
  const change = (id: string, to: Partial<Task>) =>
    void Object.assign(tasks.find((task) => task.id === id) ?? {}, to)
  return {
    listDue: async (kind, now) =>
      tasks
        .filter((task) => task.kind === kind && task.dueAt && task.dueAt <= now)
        .map((task) => ({ ...task })),
    async claim({ id, attempts }, until) {
      if (tasks.find((task) => task.id === id)?.attempts !== attempts) return false
      change(id, { attempts: attempts + 1, dueAt: until })
      return true
    },
    async noteDone(id, isSent, also) {
      change(id, { dueAt: null, isSent })
      await also({} as Work)
    },
    noteFailed: async (id, failure, dueAt) => change(id, { failure, dueAt }),
  }
}

const aSender = (kind: string, some: Partial<Sender>): Sender => ({
  kind: { name: kind, label: kind, payload: z.object({}), isShownToDesk: true },
  what: `a ${kind}`,
  atOnce: 1,
  isReady: async () => true,
  send: async () => true,
  ...some,
})

/** Each step of a try is done within a turn of the loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function dispatching(tasks: Task[], senders: Sender[]) {
  let nowMs = 0
  const dispatcher = createDispatcher({
    clock: { now: () => new Date(nowMs) },
    log: pino({ level: 'silent' }),
    outbox: outboxOf(tasks),
    senders,
  })
  return {
    dispatcher,
    at: async (ms: number) => {
      nowMs = ms
      dispatcher.wake()
      await turns()
    },
  }
}

/** One task, and the sender of it; `send` says how each try goes. */
function oneTask(send: Sender['send'], some: Partial<Task> = {}) {
  const task = { ...aTask('task'), ...some }
  return { task, ...dispatching([task], [aSender('task', { send })]) }
}

const refuse = async () => {
  throw new Error('Not now')
}
const silence = () => new Promise<never>(() => undefined)

test('the pauses between tries grow from a minute to six hours; then the task is given up', async () => {
  const { task, at, dispatcher } = oneTask(refuse)
  const pauses: number[] = []
  let now = 0
  await at(now)
  while (task.dueAt !== null && pauses.length < 9) {
    pauses.push((task.dueAt.getTime() - now) / minuteMs)
    now = task.dueAt.getTime()
    await at(now - 1)
    expect(task.attempts).toBe(pauses.length)
    await at(now)
  }
  expect(pauses).toEqual([1, 5, 15, 60, 360])
  expect(task).toMatchObject({ attempts: 6, failure: 'Not now', isSent: false })
  await dispatcher.stop()
})

test('a task that is refused for good is not tried again', async () => {
  const { task, at, dispatcher } = oneTask(async () => {
    throw new SendFailure('Never', true)
  })
  await at(0)
  expect(task).toMatchObject({ attempts: 1, dueAt: null, failure: 'Never' })
  await dispatcher.stop()
})

test('a task whose next try would come after its expiry is given up', async () => {
  const { task, at, dispatcher } = oneTask(refuse, { expiresAt: new Date(minuteMs) })
  await at(0)
  expect(task).toMatchObject({ attempts: 1, dueAt: null, failure: 'Not now' })
  await dispatcher.stop()
})

test('a task whose stored form is unknown is given up, and says so', async () => {
  const { task, at, dispatcher } = oneTask(async () => true, { payload: 'another form' })
  await at(0)
  expect(task).toMatchObject({ dueAt: null, isSent: false, failure: 'What is stored of it cannot be read.' })
  await dispatcher.stop()
})

test('a task being sent is leased for a minute, and nobody waits for its end', async () => {
  let tries = 0
  const { task, at, dispatcher } = oneTask(() => {
    tries++
    return silence()
  })
  await at(0)
  expect([tries, task.attempts, task.dueAt]).toEqual([1, 1, new Date(minuteMs)])
  await dispatcher.stop()
})

test('a provider that never answers, one that is not there, and one that nobody can ask hold up no other', async () => {
  const answer = Promise.withResolvers<boolean>()
  const [mail, text, link, reply] = ['mail', 'text', 'link', 'reply'].map((kind) => aTask(kind))
  const { at, dispatcher } = dispatching(
    [mail!, text!, link!, reply!],
    [
      aSender('mail', { send: () => answer.promise }),
      aSender('text', { isReady: async () => false }),
      aSender('link', { isReady: refuse }),
      aSender('reply', {}),
    ],
  )
  await at(0)
  expect(reply).toMatchObject({ isSent: true })
  expect([mail, text, link].map((task) => task?.isSent)).toEqual([false, false, false])
  expect([text, link].map((task) => task?.attempts)).toEqual([0, 0])
  // Stopping waits some seconds for an answer.
  answer.resolve(true)
  await dispatcher.stop()
})

test('a task that nobody has told of is sent within half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { task, at, dispatcher } = oneTask(async () => true, { dueAt: null })
    await at(0)
    task.dueAt = new Date(0)
    await turns()
    expect(task.isSent).toBe(false)
    vi.advanceTimersByTime(30_000)
    await turns()
    expect(task.isSent).toBe(true)
    await dispatcher.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('after its end nothing is begun', async () => {
  const { task, at, dispatcher } = oneTask(async () => true)
  await dispatcher.stop()
  Object.assign(task, { attempts: 0, dueAt: new Date(0), isSent: false })
  await at(0)
  expect(task.isSent).toBe(false)
})

import pino from 'pino'
import { expect, test } from 'vitest'
import { createDispatcher } from './dispatcher.ts'
import { SendFailure } from './send-failure.ts'

const minuteMs = 60_000

/** One task, and the sender of it; `send` says how each try goes. */
function oneTask(send: () => Promise<void>) {
  let nowMs = 0
  const task = { id: 'one', attempts: 0, dueAt: 0 as number | null, failure: '', isSent: false }
  const dispatcher = createDispatcher({
    clock: { now: () => new Date(nowMs) },
    log: pino({ level: 'silent' }),
    what: 'a task',
    atOnce: 1,
    listDue: async (now) => (task.dueAt !== null && task.dueAt <= now.getTime() ? [{ ...task }] : []),
    async claim({ attempts }, until) {
      if (task.attempts !== attempts) return false
      Object.assign(task, { attempts: attempts + 1, dueAt: until.getTime() })
      return true
    },
    send,
    noteSent: async () => void Object.assign(task, { dueAt: null, isSent: true }),
    noteFailed: async (_, failure, dueAt) =>
      void Object.assign(task, { failure, dueAt: dueAt?.getTime() ?? null }),
    maintain: async () => undefined,
  })
  return {
    task,
    dispatcher,
    at: async (ms: number) => {
      nowMs = ms
      dispatcher.wake()
      // Each step of a try is done within a turn of the loop.
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const refuse = async () => {
  throw new Error('Not now')
}

test('the pauses between tries grow from a minute to six hours; then the task is given up', async () => {
  const { task, at, dispatcher } = oneTask(refuse)
  const pauses: number[] = []
  let now = 0
  await at(now)
  while (task.dueAt !== null && pauses.length < 9) {
    pauses.push((task.dueAt - now) / minuteMs)
    now = task.dueAt
    await at(now - 1)
    expect(task.attempts).toBe(pauses.length)
    await at(now)
  }
  expect(pauses).toEqual([1, 5, 15, 60, 360])
  expect(task).toMatchObject({ attempts: 6, failure: 'Not now', isSent: false })
  await dispatcher.stop()
})

test('what is refused for good is not tried again', async () => {
  const { task, at, dispatcher } = oneTask(async () => {
    throw new SendFailure('Never', true)
  })
  await at(0)
  expect(task).toMatchObject({ attempts: 1, dueAt: null, failure: 'Never' })
  await dispatcher.stop()
})

test('what is under way is held for a minute, and its end is not waited for', async () => {
  let tries = 0
  const { task, at, dispatcher } = oneTask(() => {
    tries++
    return new Promise(() => undefined)
  })
  await at(0)
  expect([tries, task.attempts, task.dueAt]).toEqual([1, 1, minuteMs])
  await dispatcher.stop()
}, 10_000)

test('after its end nothing is begun', async () => {
  const { task, at, dispatcher } = oneTask(async () => undefined)
  await dispatcher.stop()
  Object.assign(task, { attempts: 0, dueAt: 0, isSent: false })
  await at(0)
  expect(task.isSent).toBe(false)
})

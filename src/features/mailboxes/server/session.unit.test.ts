import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { readMailbox } from './session.ts'

/** Server of a mailbox without mail. */
const client = Object.assign(new EventEmitter(), {
  usable: true,
  mailbox: { uidValidity: 1n, uidNext: 1 },
  search: async () => [],
  logout: async () => undefined,
  close: () => undefined,
})
vi.mock(import('./connect.ts'), async (original) => ({
  ...(await original()),
  connect: async () => client as never,
  openFolders: async () => undefined,
}))
// Minutes pass at once.
vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: async () => undefined as never,
}))

const account = {
  host: 'imap.desk.test',
  port: 993,
  encryption: 'tls',
  username: 'support',
  signIn: { password: 'secret' },
} as const

test('an hour without mail leaves no listener behind', async () => {
  const stop = new AbortController()
  const counts = new Set<string>()
  let looks = 0
  await readMailbox({
    reading: {
      account,
      folder: 'INBOX',
      moveTo: null,
      takesOld: true,
      createdAt: new Date(),
      position: null,
    },
    log: { debug: () => undefined } as never,
    mostBytes: 1,
    take: async (raw: Readable) => void raw.destroy(),
    pass: async () => undefined,
    async looked() {
      counts.add(`${client.listenerCount('exists')} ${client.listenerCount('error')}`)
      looks += 1
      if (looks === 60) stop.abort()
    },
    signal: stop.signal,
  })
  expect([looks, [...counts]]).toEqual([60, ['1 1']])
  expect([client.listenerCount('exists'), client.listenerCount('error')]).toEqual([0, 0])
})

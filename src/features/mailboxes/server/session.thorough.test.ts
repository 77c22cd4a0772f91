import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pino from 'pino'
import { findDovecot, startDovecot, type Dovecot } from '#test/dovecot.ts'
import { readMailbox } from './session.ts'

const program = await findDovecot()

describe.skipIf(program === undefined)('a mailbox read from Dovecot', () => {
  let dovecot: Dovecot
  const warnings: string[] = []
  const hear = ({ name }: Error) => void warnings.push(name)
  beforeAll(async () => {
    dovecot = await startDovecot(program ?? '')
    process.on('warning', hear)
  })
  afterAll(async () => {
    process.off('warning', hear)
    await dovecot?.stop()
  })

  test('an hour without mail gathers no listeners', async () => {
    const stop = new AbortController()
    const account = {
      host: '127.0.0.1',
      port: dovecot.port,
      encryption: 'none',
      username: dovecot.user,
    } as const
    let looks = 0
    await readMailbox({
      reading: {
        account: { ...account, signIn: { password: 'secret' } },
        folder: 'INBOX',
        moveTo: null,
        takesOld: true,
        createdAt: new Date(),
        position: null,
      },
      log: pino({ level: 'silent' }),
      mostBytes: 1,
      take: async (raw) => void raw.destroy(),
      pass: async () => undefined,
      async looked() {
        looks += 1
        if (looks === 60) stop.abort()
      },
      lookEveryMs: 1,
      signal: stop.signal,
    })
    expect([looks, warnings]).toEqual([60, []])
  })
})

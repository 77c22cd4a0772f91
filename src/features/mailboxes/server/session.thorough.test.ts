import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pino from 'pino'
import { findDovecot, startDovecot, type Dovecot } from '#test/dovecot.ts'
import { MailTooLarge } from './public/mail-too-large.ts'
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

  const parts = () => ({
    reading: {
      account: {
        host: '127.0.0.1',
        port: dovecot.port,
        encryption: 'none' as const,
        username: dovecot.user,
        signIn: { password: 'secret' },
      },
      folder: 'INBOX',
      moveTo: null,
      takesOld: true,
      createdAt: new Date(),
      position: null,
    },
    log: pino({ level: 'silent' }),
    mostBytes: 100_000,
    noteFailure: () => undefined,
    isFailing: () => false,
    lookEveryMs: 1,
  })

  test('an hour without mail gathers no listeners', async () => {
    const stop = new AbortController()
    let looks = 0
    await readMailbox({
      ...parts(),
      take: async (raw) => void raw.destroy(),
      pass: async () => undefined,
      async looked() {
        looks += 1
        if (looks === 60) stop.abort()
      },
      signal: stop.signal,
    })
    expect([looks, warnings]).toEqual([60, []])
  })

  test('a mail that is larger than its server says is left at once, and the next one is taken', async () => {
    for (const subject of ['Large', 'Small'])
      await dovecot.deliver(
        `Subject: ${subject}\r\n\r\n${subject === 'Large' ? 'x'.repeat(10_000) : 'x'}\r\n`,
      )
    const stop = new AbortController()
    const said: string[] = []
    await readMailbox({
      ...parts(),
      async take(raw) {
        let size = 0
        for await (const piece of raw as AsyncIterable<Buffer>) size += piece.length
        if (size > 1000) throw new MailTooLarge('the mail is too large')
        said.push('taken')
      },
      pass: async (_, why) => void said.push(why),
      looked: async () => stop.abort(),
      signal: stop.signal,
    })
    expect(said).toEqual(['start', 'too-large', 'taken'])
  })

  test('a mail that fails is left once a later one was taken, and not before', async () => {
    const stop = new AbortController()
    const said: string[] = []
    const readAll = () =>
      readMailbox({
        ...parts(),
        isFailing: ({ lastUid }) => lastUid === 3,
        async take(raw, { lastUid }) {
          const text = (await buffer(raw)).toString()
          if (text.includes('Broken')) throw new Error('it cannot be stored')
          said.push(`taken ${lastUid}`)
        },
        pass: async (_, why, uid) => void said.push(`${why} ${uid}`),
        looked: async () => stop.abort(),
        signal: stop.signal,
      })
    await dovecot.deliver('Subject: Broken\r\n\r\nx\r\n')
    await expect(readAll()).rejects.toThrow('it cannot be stored')
    expect(said.splice(0)).toEqual(['start 0', 'taken 1', 'taken 2'])
    await dovecot.deliver('Subject: Whole\r\n\r\nx\r\n')
    await readAll()
    expect(said).toEqual(['start 0', 'taken 1', 'taken 2', 'taken 4', 'failing 3'])
  })
})

import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import pino from 'pino'
import { findDovecot, startDovecot, type Dovecot } from '#test/dovecot.ts'
import { AppError } from '#platform/contract/errors.ts'
import { createFailingMails } from './failing-mails.ts'
import { LeaseLost } from './leases.ts'
import { MailTooLarge } from './public/mail-too-large.ts'
import { readMailbox, type Position } from './session.ts'

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

  let folders = 0
  const deliver = (folder: string, subject: string) =>
    dovecot.deliver(`Subject: ${subject}\r\n\r\n${subject.repeat(1000)}\r\n`, folder)
  async function aFolder(...subjects: string[]): Promise<string> {
    const folder = `Folder ${++folders}`
    await dovecot.createFolder(folder)
    for (const subject of subjects) await deliver(folder, subject)
    return folder
  }

  const reading = (folder: string, position: Position | null = null, port = dovecot.port) => ({
    account: {
      host: '127.0.0.1',
      port,
      encryption: 'none' as const,
      username: dovecot.user,
      signIn: { password: 'secret' },
    },
    folder,
    moveTo: null,
    takesOld: true,
    createdAt: new Date(),
    position,
  })

  /** Passes connections on to Dovecot, and cuts them. */
  async function aLine() {
    const lines = new Set<net.Socket>()
    const server = net.createServer((near) => {
      lines.add(near)
      pipeline(near, net.connect(dovecot.port, '127.0.0.1'), near, () => undefined)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const cut = () => lines.forEach((near) => near.destroy())
    return { port: (server.address() as AddressInfo).port, cut, close: () => server.close() }
  }

  const subjectOf = async (raw: Readable) =>
    /^Subject: (.*)$/m.exec((await buffer(raw)).toString())?.[1]?.trim() ?? ''

  /** Reads a folder as a node does: look by look, from the stored position on. */
  function aReader(folder: string, port?: number) {
    const failing = createFailingMails()
    let position: Position | null = null
    const said: string[] = []
    const logged: string[] = []
    /** Reads until a look has found everything. @param store called for each mail, by its subject */
    async function read(store: (subject: string, stop: AbortController) => unknown): Promise<string[]> {
      said.length = 0
      const stop = new AbortController()
      await readMailbox({
        reading: reading(folder, position, port),
        log: pino({ level: 'info' }, { write: (logLine) => logged.push(logLine) }),
        mostBytes: 10_000,
        failing,
        async take(raw, behind) {
          const subject = await subjectOf(raw)
          await store(subject, stop)
          said.push(subject)
          position = behind
        },
        async pass(behind, why, uid) {
          said.push(`${why} ${uid}`)
          position = behind
        },
        async looked() {
          said.push('whole')
          stop.abort()
        },
        signal: stop.signal,
      })
      return said
    }
    const failBroken = (subject: string) => {
      if (subject === 'Broken') throw new Error('it cannot be stored')
    }
    /** Brings the broken mail to its last try. */
    async function failTwice() {
      for (const _ of [1, 2]) await expect(read(failBroken)).rejects.toThrow('it cannot be stored')
    }
    return { read, failing, failBroken, failTwice, said, logged, lastUid: () => position?.lastUid }
  }

  test('an hour without mail gathers no listeners', async () => {
    const stop = new AbortController()
    let looks = 0
    await readMailbox({
      reading: reading(await aFolder()),
      log: pino({ level: 'silent' }),
      mostBytes: 10_000,
      failing: createFailingMails(),
      lookEveryMs: 1,
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
    const { read } = aReader(await aFolder('Large', 'Small'))
    const store = (subject: string) => {
      if (subject === 'Large') throw new MailTooLarge('the mail is too large')
    }
    expect(await read(store)).toEqual(['start 0', 'too-large 1', 'Small', 'whole'])
  })

  test('a mail that fails is left once a later one was stored, and not before', async () => {
    const folder = await aFolder('First', 'Broken')
    const { read, failBroken, failTwice, said, lastUid } = aReader(folder)
    await failTwice()
    await expect(read(failBroken)).rejects.toThrow('it cannot be stored')
    expect([said, lastUid()]).toEqual([[], 1])
    await deliver(folder, 'Later')
    // It is taken again in its turn, and known by its content.
    expect(await read(failBroken)).toEqual(['Later', 'failing 2', 'Later', 'whole'])
  })

  test('a later mail that is too large does not prove that mails can be stored', async () => {
    const { read, failBroken, failTwice, said, lastUid } = aReader(
      await aFolder('Broken', 'Large'.repeat(10)),
    )
    await failTwice()
    await expect(read(failBroken)).rejects.toThrow('it cannot be stored')
    expect([said, lastUid()]).toEqual([[], 0])
  })

  test.each([
    ['a stop', new Error('it was cut'), 'it stopped'],
    ['a full disk', new AppError('full', 'it is full'), 'it is full'],
    ['a lost lease', new LeaseLost('it is lost'), 'it is lost'],
  ])('%s at the last try of a mail loses nothing', async (_, fault, end) => {
    const { read, failTwice, said, lastUid } = aReader(await aFolder('Broken', 'Later'))
    await failTwice()
    const attempt = read((subject, stop) => {
      if (subject !== 'Broken') return
      if (end === 'it stopped') stop.abort()
      throw fault
    })
    const ended = attempt.then(
      () => 'it stopped',
      (error: Error) => error.message,
    )
    expect(await ended).toBe(end)
    expect([said, lastUid()]).toEqual([['Later'], 0])
    expect(await read(() => undefined)).toEqual(['Later', 'Broken', 'Later', 'whole'])
  })

  test('a stored mail that cannot be marked, as the connection has ended, has not failed', async () => {
    const line = await aLine()
    const { read, failing, said, logged, lastUid } = aReader(await aFolder('First', 'Later'), line.port)
    const noted = vi.spyOn(failing, 'noteFailure')
    await expect(read(line.cut)).rejects.toThrow('ended the connection')
    expect([said, lastUid()]).toEqual([['start 0', 'First'], 1])
    expect(noted).not.toHaveBeenCalled()
    expect(logged).toEqual([expect.stringContaining('could not be marked')])
    expect(await read(() => undefined)).toEqual(['Later', 'whole'])
    line.close()
  })

  test('a look that ends with the connection at a mail that its server cannot read is not whole', async () => {
    const folder = await aFolder()
    await dovecot.deliverDamaged('Subject: Damaged\r\n\r\nx\r\n', folder)
    await deliver(folder, 'Later')
    const { read, said, lastUid } = aReader(folder)
    const readAll = () => read(() => undefined)
    for (const _ of [1, 2, 3]) await expect(readAll()).rejects.toThrow('ended the connection')
    expect([said, lastUid()]).toEqual([['Later', 'failing 1'], 1])
    expect(await readAll()).toEqual(['Later', 'whole'])
  })
})

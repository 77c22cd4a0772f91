import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDovecot, startDovecot, type Dovecot } from '#test/dovecot.ts'
import { freePort } from '#test/processes/free-port.ts'
import { startNodes, visit, type NodePair, type Visitor } from '#test/processes/node-pair.ts'
import { watchPeak } from '#test/processes/peak-memory.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { rawMail, sendSurely } from '#test/processes/relayed-mail.ts'

const program = await findDovecot()
const mailsByDoor = 500
const kills = 30
const restarts = 5
const unread = 20_000
/**
 * Mails after which the reading server has its usual size. By then V8 has widened the young generation of the main thread
 * from 32 to 128 MiB, and the old one leaves room beside its 25 to 44 MiB of live objects.
 */
const settledAfter = 1000
/** Memory that all others may cost then. */
const mostGrowthMegabytes = 96
/** At 15 mails a second, as on two cores that have other work, 20,000 take 22 minutes. */
const allWithinMs = 45 * 60_000
/** Memory that one mail of 50 MB may cost a server that has just started. */
const mostMegabytes = 256

const rawOf = (door: string, number: number) =>
  rawMail([
    `From: Ana <ana${number % 20}@meridian.test>`,
    `Message-ID: <${door}${number}@meridian.test>`,
    `Subject: ${door} ${number}`,
    'Date: Fri, 27 Nov 2026 10:00:00 +0000',
  ])

// Without Dovecot, and no right to install it, nothing reads a real mailbox here.
describe.skipIf(program === undefined)('mails in great number', () => {
  let dovecot: Dovecot
  let pair: NodePair
  let outside: pg.Client
  let ports: [number, number]

  const envOf = (node: 0 | 1) => ({
    ...pair.env,
    INBOUND_SMTP_PORT: String(ports[node]),
    INBOUND_ADDRESSES: 'support@desk.test',
  })

  beforeEach(async () => {
    dovecot = await startDovecot(program ?? '')
    pair = await startNodes()
    ports = [await freePort(), await freePort()]
    outside = new pg.Client({ connectionString: pair.databaseUrl })
    await outside.connect()
  })
  afterEach(async () => {
    await outside?.end()
    await pair?.close()
    await dovecot?.stop()
  })

  async function restart(node: 0 | 1, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await pair.nodes[node].end(signal)
    pair.nodes[node] = new ServerProcess(envOf(node))
    pair.urls[node] = await pair.nodes[node].url()
  }

  async function prepare(root: Visitor): Promise<void> {
    const call = (path: string, method: string, body: object) =>
      root.send(method, `${pair.urls[0]}${path}`, body)
    const { body: client } = await call('/api/clients', 'POST', { name: 'Meridian' })
    await call(`/api/clients/${String(client['id'])}/domains`, 'PUT', { domains: ['meridian.test'] })
  }

  const addMailbox = (root: Visitor) =>
    root.send('POST', `${pair.urls[0]}/api/admin/mailboxes`, {
      address: 'support@desk.test',
      host: '127.0.0.1',
      port: dovecot.port,
      encryption: 'none',
      username: dovecot.user,
      password: 'secret',
    })

  async function count(what: string): Promise<number> {
    const { rows } = await outside.query<{ count: number }>(`select count(*)::int as count from ${what}`)
    return rows[0]?.count ?? 0
  }

  test('1,000 mails by both doors of two nodes, 30 kills and five restarts of the mail server: each is one ticket', async () => {
    const root = await visit(pair.urls[0])
    await prepare(root)
    await restart(0, 'SIGTERM')
    await restart(1, 'SIGTERM')
    expect((await addMailbox(await visit(pair.urls[0]))).status).toBe(201)
    const bySmtp = Array.from({ length: 4 }, async (_, lane) => {
      for (let number = lane; number < mailsByDoor; number += 4) {
        await sendSurely(rawOf('smtp', number), ports, number)
        await wait(200)
      }
    })
    const byImap = (async () => {
      for (let number = 0; number < mailsByDoor; number++) {
        await dovecot.deliver(rawOf('imap', number))
        await wait(60)
      }
    })()
    const fallingDovecot = (async () => {
      for (let time = 0; time < restarts; time++) {
        await wait(6000)
        await dovecot.restart()
      }
    })()
    for (let kill = 0; kill < kills; kill++) {
      await wait(500 + Math.random() * 1500)
      await restart(kill % 2 === 0 ? 0 : 1, 'SIGKILL')
    }
    await Promise.all([...bySmtp, byImap, fallingDovecot])
    const total = 2 * mailsByDoor
    await expect
      .poll(() => count("inbound_mails where state <> 'received'"), { timeout: 300_000, interval: 1000 })
      .toBe(total)
    expect([await count('inbound_mails'), await count("inbound_mails where outcome = 'ticket'")]).toEqual([
      total,
      total,
    ])
    const { rows } = await outside.query<{ subject: string }>('select subject from tickets')
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(
      ['smtp', 'imap']
        .flatMap((door) => Array.from({ length: mailsByDoor }, (_, number) => `${door} ${number}`))
        .toSorted(),
    )
    expect(await count('attachments')).toBe(total)
  })

  /** @returns tells how much more memory than now the first node has used at most, once it is done, in MiB */
  function followMemory(): () => number {
    const { child } = pair.nodes[0]
    const idle = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
    const peakOf = watchPeak(child)
    return () => peakOf() - idle
  }

  test('large mails: the files of each become files of its ticket, and the memory stays bounded', async () => {
    const root = await visit(pair.urls[0])
    await prepare(root)
    await pair.nodes[1].end('SIGTERM')
    await restart(0, 'SIGTERM')
    const again = await visit(pair.urls[0])
    const file = (name: string, type: string, bytes: number) =>
      `--b\r\nContent-Type: ${type}; name=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${
        randomBytes(bytes)
          .toString('base64')
          .match(/.{1,76}/g)
          ?.join('\r\n') ?? ''
      }\r\n`
    const mail = (number: number, files: readonly string[]) =>
      rawOf('large', number).replace('--b--', `${files.join('')}--b--`)
    const plans = () =>
      Array.from({ length: 12 }, (_, nr) => file(`plan-${nr}.bin`, 'application/pdf', 3_000_000))
    const mails = [
      ...[1, 2, 3, 4].map((number) => mail(number, plans())),
      mail(5, [file('archive.bin', 'application/zip', 25_000_000)]),
    ]
    for (const [place, raw] of mails.entries()) {
      await again.send('GET', `${pair.urls[0]}/api/inbound`)
      await wait(12_000)
      const memoryOf = followMemory()
      const begunAt = performance.now()
      const transport = nodemailer.createTransport({ host: '127.0.0.1', port: ports[0], ignoreTLS: true })
      await transport.sendMail({ envelope: { from: 'ana@meridian.test', to: ['support@desk.test'] }, raw })
      transport.close()
      await expect
        .poll(() => count("inbound_mails where outcome = 'ticket'"), { timeout: 60_000, interval: 50 })
        .toBe(place + 1)
      const megabytes = memoryOf()
      process.stdout.write(
        `a mail of ${(raw.length / 1e6).toFixed(0)} MB: ${((performance.now() - begunAt) / 1000).toFixed(1)} s, ${megabytes.toFixed(0)} MiB\n`,
      )
      expect(megabytes).toBeLessThan(mostMegabytes)
    }
    expect(await count('attachments')).toBe(4 * 13 + 2)
  })

  test(
    '20,000 unread mails: the first is done within a minute, all are, and the memory does not grow with their number',
    { timeout: allWithinMs + 60_000 },
    async () => {
      for (let number = 0; number < unread; number++) await dovecot.deliver(rawOf('imap', number))
      const root = await visit(pair.urls[0])
      await prepare(root)
      // One node reads, so one is measured.
      await pair.nodes[1].end('SIGTERM')
      await restart(0, 'SIGTERM')
      const again = await visit(pair.urls[0])
      await again.send('GET', `${pair.urls[0]}/api/inbound`)
      await wait(3000)
      const memoryOf = followMemory()
      const begunAt = performance.now()
      expect((await addMailbox(again)).status).toBe(201)
      await expect
        .poll(() => count("inbound_mails where outcome = 'ticket'"), { timeout: 60_000, interval: 200 })
        .toBeGreaterThan(0)
      const firstAfterS = (performance.now() - begunAt) / 1000
      const untilDone = (mails: number) =>
        expect
          .poll(() => count("inbound_mails where outcome = 'ticket'"), {
            timeout: allWithinMs,
            interval: 1000,
          })
          .toBeGreaterThanOrEqual(mails)
      await untilDone(settledAfter)
      const settled = memoryOf()
      const memoryNow = followMemory()
      await untilDone(unread)
      const growth = memoryNow()
      const seconds = (performance.now() - begunAt) / 1000
      const perSecond = unread / seconds
      process.stdout.write(
        `first after ${firstAfterS.toFixed(1)} s; all after ${seconds.toFixed(0)} s, ${perSecond.toFixed(0)} a second; ${settled.toFixed(0)} MiB above idle, then ${growth.toFixed(0)} more\n`,
      )
      expect(growth).toBeLessThan(mostGrowthMegabytes)
      expect([await count('inbound_mails'), await count('tickets')]).toEqual([unread, unread])
    },
  )
})

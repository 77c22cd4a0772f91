import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { BalancedLoad } from '#test/processes/balanced-load.ts'
import { Follower, nameOf, untilAllKnow } from '#test/follower.ts'
import { layNextVersion } from '#test/processes/next-version.ts'
import { Nginx, whyNoNginx } from '#test/processes/nginx.ts'
import { listTickets, register, visit, type Visitor } from '#test/processes/node-pair.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { settingsFor, startSmtp, type Smtp } from '#test/services/smtp.ts'

const why = whyNoNginx()

/** Five of them are worth their time after a change to how nodes stop, start or share. */
const minutes = Number(process.env.TEST_MINUTES ?? 2)
const killEveryMs = 20_000
const [people, everyMs, sockets, socketsPerPerson, assigneesPerMinute] = [10, 1000, 200, 10, 30]
/** A kill may be noticed this late: the balancer notices the end of a connection at once. */
const aroundKillMs = 500

interface Kill {
  node: string
  at: number
}

/** Lists messages that some have heard, with the number of others who missed them. */
function missedBy(followers: readonly Follower[]): string[] {
  const all = new Map(followers.flatMap(({ told }) => told.map((message) => [nameOf(message), message])))
  const by = Map.groupBy(
    followers.flatMap((one) => one.missed(all)),
    (name) => name,
  )
  return [...by].map(([name, missed]) => `${missed.length} have missed ${name}`)
}

describe.skipIf(why !== '')(`two nodes behind nginx, each killed in turn and once replaced${why}`, () => {
  let home: ServerHome
  let nginx: Nginx
  let smtp: Smtp
  let root: Visitor
  let nextFolder: string
  const nodes: ServerProcess[] = []
  const followers: Follower[] = []
  const emails = new Map<string, string>()

  const start = (place: 0 | 1, script?: string) =>
    new ServerProcess(
      {
        ...home.env,
        ...nginx.envOf(place),
        REGISTRATION: 'open',
        ADMIN_EMAIL: 'root@example.com',
        ADMIN_PASSWORD: 'very secret',
      },
      script === undefined ? {} : { script },
    )

  beforeAll(async () => {
    home = await makeServerHome()
    nextFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-next-'))
    nginx = await Nginx.choose()
    nodes.push(start(0), start(1))
    for (const node of nodes) await node.url()
    await nginx.start()
    smtp = await startSmtp()
    root = await visit(nginx.url)
    await root.send('PUT', `${nginx.url}/api/admin/email-settings`, settingsFor(smtp))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(followers.map((one) => one.end()))
    await nginx?.stop()
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await smtp?.close()
    await home?.remove()
    fs.rmSync(nextFolder, { recursive: true, force: true })
  })

  const arrive = async (email: string): Promise<Visitor> =>
    visit(nginx.url, await register(nginx.url, 'helpdesk', email))

  /** Somebody who is given tickets, and hears of it by mail. */
  async function hire(email: string): Promise<void> {
    const name = { firstName: 'Ada', lastName: 'Berg', companyName: 'Acme' }
    const person = { ...name, email, role: 'helpdesk', password: 'correct horse' }
    const { status, body } = await root.send<{ id: string }>('POST', `${nginx.url}/api/users`, person)
    expect(status).toBe(201)
    emails.set(body.id, email)
  }

  test(
    `${minutes} minutes: nothing acknowledged is lost, nobody misses anything, and only what a killed node worked on fails`,
    { timeout: (minutes + 5) * 60_000 },
    async () => {
      const workers: Visitor[] = []
      for (let place = 0; place < people; place++) workers.push(await arrive(`worker${place}@example.com`))
      for (let made = 0; made < sockets; made += socketsPerPerson) {
        const who = await arrive(`listener${made}@example.com`)
        for (let own = 0; own < socketsPerPerson; own++) followers.push(new Follower(nginx.url, who))
      }
      for (const one of followers) await one.connect()
      // Nobody is given so many that their mails are gathered.
      for (let made = 0; made < minutes * assigneesPerMinute; made++)
        await hire(`assignee${made}@example.com`)

      const load = new BalancedLoad(nginx.url, workers, [...emails.keys()], everyMs)
      const next = layNextVersion(nextFolder)
      let script: string | undefined
      const kills: Kill[] = []
      const stopped: (number | null)[] = []
      const begunAt = performance.now()
      const rounds = Math.floor((minutes * 60_000) / killEveryMs)
      const stopWork = load.start()
      for (let round = 1; round <= rounds; round++) {
        await wait(begunAt + round * killEveryMs - performance.now())
        const place = (round % 2) as 0 | 1
        if (round === Math.floor(rounds / 2)) {
          // The deployment: one node after the other is told to stop, and the next version takes its place.
          script = next.script
          for (const one of [0, 1] as const) {
            stopped.push((await nodes[one]!.end('SIGTERM')).code)
            nodes[one] = start(one, script)
            await nodes[one].url()
          }
        } else {
          kills.push({ node: `127.0.0.1:${nginx.ports[place]}`, at: performance.now() })
          await nodes[place]!.end('SIGKILL')
          nodes[place] = start(place, script)
          await nodes[place].url()
        }
      }
      await wait(begunAt + minutes * 60_000 - performance.now())
      await stopWork()
      expect(stopped).toEqual([0, 0])

      const ids = [...load.acknowledged.keys()]
      await untilAllKnow(followers, ids)

      // Each acknowledged ticket is there, once.
      const stored = await listTickets(nginx.url, root)
      expect(stored).toHaveLength(ids.length)
      const told = new Map(
        [...load.acknowledged].map(([id, { subject, status }]) => [id, { subject, status }]),
      )
      expect(new Map(stored.map(({ id, subject, status }) => [id, { subject, status }]))).toEqual(told)
      for (const [id, { comments }] of load.acknowledged) {
        const { body } = await root.send<TicketDetail>('GET', `${nginx.url}/api/tickets/${id}`)
        expect([id, body.comments.map(({ content }) => content)]).toEqual([id, comments])
      }

      // Everybody was told of the same, each once, and could go on where they were.
      await expect.poll(() => missedBy(followers), { timeout: 30_000, interval: 500 }).toEqual([])
      expect(followers.flatMap((one) => one.doubles())).toEqual([])
      expect(followers.filter(({ resyncs }) => resyncs > 0)).toEqual([])

      // Each assignee was mailed; twice only if a node died between sending and noting it.
      const mailed = () =>
        new Set(
          smtp.received.flatMap(({ to, mail }) => {
            const subject = /balanced [-0-9a-f]{36}/.exec(`${mail.subject} ${mail.text}`)?.[0]
            return to.map((address) => `${address} ${subject}`)
          }),
        )
      const owed = [...load.assigned].flatMap(([id, subjects]) =>
        subjects.map((subject) => `${emails.get(id)} ${subject}`),
      )
      const within = { timeout: 150_000, interval: 1000 }
      await expect.poll(() => owed.filter((one) => !mailed().has(one)), within).toEqual([])
      const mailIds = () => smtp.received.map(({ mail }) => mail.messageId)
      // One each for the assignment, the comment and the status.
      await expect.poll(() => new Set(mailIds()).size, within).toBe(3 * owed.length)
      const doubled = mailIds().length - 3 * owed.length
      expect(doubled).toBeLessThanOrEqual(kills.length)

      const isOfKill = ({ node, begunAt: from, endedAt: to }: (typeof load.failures)[number]) =>
        kills.some(
          (kill) => (node === '' || node === kill.node) && from <= kill.at + aroundKillMs && to >= kill.at,
        )
      expect(load.failures.filter((one) => !isOfKill(one))).toEqual([])
      const { body: system } = await root.send<{ version: string }>('GET', `${nginx.url}/api/system`)
      expect(system.version).toBe(next.version)
      const resumed = followers.reduce((sum, one) => sum + one.resumed - 1, 0)
      process.stdout.write(
        `${minutes} minutes behind nginx: ${kills.length} kills, ${load.answered} answers, ${load.changes} changes, ` +
          `${load.failures.length} failed on a killed node, ${followers[0]?.told.length} messages to each of ${followers.length} sockets, ` +
          `${resumed} resumed, ${mailIds().length} mails, ${doubled} of them doubled\n`,
      )
    },
  )
})

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { ticketInput } from '#test/factories.ts'
import { Follower, untilAllKnow } from '#test/follower.ts'
import {
  listTickets,
  register,
  startNodes,
  visit,
  type NodePair,
  type Visitor,
} from '#test/processes/node-pair.ts'
import { startPostgres, type Postgres } from '#test/postgres.ts'

interface Dose {
  restarts: number
  writers: number
  sockets: number
}

interface Outcome {
  /** For each restart, from the moment the database takes connections until a new ticket was stored and every socket has heard of it. */
  recoveredInMs: number[]
  /** From the end of the database to the moment it takes connections. */
  awayMs: number[]
  acknowledged: number
  repeated: number
  resumed: number
}

/** Ends in a hurry, as in a crash of one of its processes, and as by the out-of-memory killer. */
const ways = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const
const socketsPerPerson = 10

/** Writes until it is answered, as the browser does: with the same key, so that it is done once. @returns the ticket, and the tries */
async function untilStored(node: () => string, who: Visitor, subject: string) {
  const key = { 'idempotency-key': randomUUID() }
  for (let tries = 1; ; tries++) {
    const answer = await who
      .send<{ id: string }>('POST', `${node()}/api/tickets`, ticketInput({ subject }), key)
      .catch(() => undefined)
    if (answer?.status === 201) return { id: answer.body.id, tries }
    if (answer !== undefined && answer.status !== 503)
      throw new Error(`storing answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Ends the database again and again while people write and listen at two servers, and holds them to what was promised: no server ends, no
 * acknowledged ticket is missing or there twice, and everybody hears of each once.
 */
export async function survive({ restarts, writers, sockets }: Dose): Promise<Outcome> {
  let postgres: Postgres | undefined
  let pair: NodePair | undefined
  const followers: Follower[] = []
  try {
    postgres = await startPostgres({ durable: true })
    pair = await startNodes({}, postgres.url)
    return await endAgainAndAgain({ restarts, writers, sockets }, postgres, pair, followers)
  } finally {
    await Promise.all(followers.map((one) => one.end()))
    await pair?.close()
    await postgres?.stop()
  }
}

async function endAgainAndAgain(
  { restarts, writers, sockets }: Dose,
  postgres: Postgres,
  { urls, nodes }: NodePair,
  followers: Follower[],
): Promise<Outcome> {
  const root = await visit(urls[0])
  for (let made = 0; made < sockets; made += socketsPerPerson) {
    const who = await visit(urls[0], await register(urls[0], 'helpdesk', `listener${made}@example.com`))
    for (let own = made; own < Math.min(sockets, made + socketsPerPerson); own++)
      followers.push(new Follower(urls[own % 2]!, who))
  }
  await Promise.all(followers.map((one) => one.connect()))

  const stored = new Map<string, string>()
  const outcome: Outcome = { recoveredInMs: [], awayMs: [], acknowledged: 0, repeated: 0, resumed: 0 }
  const writingEnds = new AbortController()
  const store = async (node: () => string, subject: string) => {
    const { id, tries } = await untilStored(node, root, subject)
    if (tries > 1) outcome.repeated++
    stored.set(id, subject)
    return id
  }
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      let turn = writer
      while (!writingEnds.signal.aborted) await store(() => urls[turn++ % 2]!, `written ${randomUUID()}`)
    }),
  )
  for (let restart = 0; restart < restarts; restart++) {
    const before = stored.size
    while (stored.size < before + writers) await new Promise((resolve) => setTimeout(resolve, 5))
    // Some lose their connection meanwhile and have to come back by the resume.
    followers.filter((_, place) => (place + restart) % 3 === 0).forEach((one) => one.cut())
    const begun = performance.now()
    await postgres.restart(ways[restart % ways.length]!)
    const back = performance.now()
    const marks = await Promise.all(urls.map((url, place) => store(() => url, `mark ${restart} ${place}`)))
    await untilAllKnow(followers, marks)
    outcome.awayMs.push(Math.round(back - begun))
    outcome.recoveredInMs.push(Math.round(performance.now() - back))
    expect(nodes.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([null, null])
  }
  writingEnds.abort()
  await writing

  await untilAllKnow(followers, [...stored.keys()])
  const subjects = (await listTickets(urls[1], root)).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([...stored.values()].sort())
  expect(followers.flatMap((one) => one.doubles())).toEqual([])
  expect(followers.map(({ resyncs }) => resyncs)).toEqual(followers.map(() => 0))
  outcome.acknowledged = stored.size
  outcome.resumed = followers.reduce((sum, one) => sum + one.resumed - 1, 0)
  return outcome
}

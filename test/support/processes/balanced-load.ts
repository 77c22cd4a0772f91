import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { ticketInput } from '#test/factories.ts'
import type { Visitor } from './node-pair.ts'

/** A request that got no answer, or one that its sender has not to blame themselves for. */
interface Failure {
  what: string
  /** The answer, or the way in which the connection ended. */
  how: string
  /** The address of the node that was asked, as the balancer says it; the last one where several were. */
  node: string
  begunAt: number
  endedAt: number
}

/** Acknowledged facts of one ticket. */
interface Acknowledged {
  subject: string
  comments: string[]
  status: string
}

/** The changes of a round, one after the other; whoever makes them reads in between. */
const statuses = ['progress', 'testing', 'resolved'] as const

/** People who work at a desk behind a balancer, each at their own pace, and what they were told. */
export class BalancedLoad {
  readonly acknowledged = new Map<string, Acknowledged>()
  /** The subjects of tickets that were given to somebody, by whom they were given to. */
  readonly assigned = new Map<string, string[]>()
  readonly failures: Failure[] = []
  answered = 0
  changes = 0
  readonly #url: string
  readonly #people: readonly Visitor[]
  readonly #assignees: readonly string[]
  readonly #everyMs: number
  readonly #working = new AbortController()

  /** @param everyMs how often each of the people does something */
  constructor(url: string, people: readonly Visitor[], assignees: readonly string[], everyMs: number) {
    this.#url = url
    this.#people = people
    this.#assignees = assignees
    this.#everyMs = everyMs
  }

  /** @returns how to have them stop; it resolves when everything begun is answered */
  start(): () => Promise<unknown> {
    const working = Promise.all(this.#people.map((who, place) => this.#work(who, place)))
    // Nobody asks any more if the test has failed before.
    working.catch(() => undefined)
    return () => {
      this.#working.abort()
      return working
    }
  }

  /** Sends once. @returns what a 2xx said; else it is noted as a failure */
  async #ask<T>(
    who: Visitor,
    method: string,
    to: string,
    body?: unknown,
    key?: string,
  ): Promise<T | undefined> {
    const begunAt = performance.now()
    const note = (how: string, node: string) =>
      this.failures.push({ what: `${method} ${to}`, how, node, begunAt, endedAt: performance.now() })
    try {
      const answer = await who.send<T>(
        method,
        `${this.#url}${to}`,
        body,
        key ? { 'idempotency-key': key } : {},
      )
      if (answer.status < 300) {
        this.answered++
        return answer.body
      }
      const node = answer.headers.get('x-node')?.split(', ').at(-1) ?? ''
      note(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`, node)
    } catch (error) {
      const { message, cause } = error as Error
      note(`${message} ${cause instanceof Error ? cause.message : ''}`, '')
    }
    return undefined
  }

  /** Changes something until it is answered, as the browser does: with the same key, so that it is done once. */
  async #change<T>(who: Visitor, method: string, to: string, body: unknown): Promise<T> {
    const key = randomUUID()
    for (let tries = 0; tries < 100; tries++) {
      const told = await this.#ask<T>(who, method, to, body, key)
      if (told !== undefined) {
        this.changes++
        return told
      }
      await wait(200)
    }
    const failed = this.failures.filter(({ what }) => what === `${method} ${to}`)
    throw new Error(`${method} ${to} was not answered in 100 tries: ${JSON.stringify(failed.slice(-5))}`)
  }

  async #work(who: Visitor, place: number): Promise<void> {
    const pause = () => wait(this.#everyMs)
    // Not all at once.
    await wait((this.#everyMs * place) / this.#people.length)
    for (let turn = place; !this.#working.signal.aborted; turn++) {
      const subject = `balanced ${randomUUID()}`
      const { id } = await this.#change<{ id: string }>(who, 'POST', '/api/tickets', ticketInput({ subject }))
      const known: Acknowledged = { subject, comments: [], status: 'open' }
      this.acknowledged.set(id, known)
      await this.#ask<TicketPage>(who, 'GET', '/api/tickets?status=open&limit=25')
      await pause()

      const assignedToId = this.#assignees[turn % this.#assignees.length] ?? ''
      await this.#change(who, 'PUT', `/api/tickets/${id}`, { assignedToId })
      this.assigned.set(assignedToId, [...(this.assigned.get(assignedToId) ?? []), subject])
      await pause()

      const content = randomUUID()
      await this.#change(who, 'POST', `/api/tickets/${id}/comments`, { content })
      known.comments.push(content)
      await this.#ask<TicketDetail>(who, 'GET', `/api/tickets/${id}`)
      await pause()

      const status = statuses[turn % statuses.length]!
      await this.#change(who, 'PUT', `/api/tickets/${id}`, { status })
      known.status = status
      await pause()
    }
  }
}

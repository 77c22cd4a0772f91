import { z } from 'zod'
import type { LogEntry } from './log-entry.ts'

export interface Fact<T extends string = string, P = unknown> extends LogEntry {
  type: T
  data: P
}

export interface FactReader<F extends Fact = Fact> {
  readonly type: F['type']
  /** Kind of its subject, such as `ticket` or `user`; null: no subject with an id. */
  readonly about: string | null
  heading(): string
  says(): string
  /** Payload fields that the audit log shows. */
  readonly told: readonly string[]
  /** Payload field with the subject's name, for a deleted subject. */
  readonly subjectName: string | undefined
  /** Reads an entry as this fact, parsed once per entry; undefined for another kind. @throws {UnreadableFact} */
  read(entry: LogEntry): F | undefined
}

const declared = Symbol('declared')

/** An announced fact of a unit of work. Only `defineFact` makes one. */
export interface Announcement {
  readonly [declared]: true
  type: string
  /** False for facts that clients must not notice in any way, not even as a gap in a numbering. */
  isPublic: boolean
  actorId: string | null
  ticketId?: string
  subjectId?: string | null
  ip?: string
  /** Time of the event, if not that of its unit of work. */
  at?: Date
  data: unknown
}

type Publicity = boolean | 'sometimes'
const Nothing = z.object({})

type OfSubject<A> = A extends 'ticket'
  ? { ticketId: string; subjectId?: string }
  : A extends string
    ? { subjectId: string | null }
    : unknown
type OfPublicity<V> = V extends 'sometimes' ? { isPublic: boolean } : unknown
type OfPayload<P> = P extends Record<string, never> ? unknown : { data: P }

type Saying<A, V, P> = { actorId: string | null; ip?: string | undefined } & OfSubject<A> &
  OfPublicity<V> &
  OfPayload<P>

/** A kind of fact; called, it makes an announcement. */
export interface FactKind<T extends string, A, V, S extends z.ZodObject> extends FactReader<
  Fact<T, z.output<S>>
> {
  (saying: Saying<A, V, z.input<S>>): Announcement
}

interface Definition<A, V, S extends z.ZodObject> {
  about: A
  heading: () => string
  says: () => string
  /** True when clients may hear of it; `sometimes`: each announcement says so. */
  isPublic: V
  /** Also reads payloads of earlier versions, so add fields as optional and never remove one. */
  payload?: S
  untold?: readonly NoInfer<keyof z.output<S> & string>[]
  subjectName?: NoInfer<keyof z.output<S> & string>
}

interface AnySaying {
  actorId: string | null
  ip?: string | undefined
  ticketId?: string
  subjectId?: string | null
  isPublic?: boolean
  data?: unknown
}

/** An entry with an unknown payload. The message tells its place, and nothing of its content. */
export class UnreadableFact extends Error {
  override name = 'UnreadableFact'
  constructor({ type, position }: LogEntry, { issues }: z.ZodError) {
    const paths = issues.map(({ path, code }) => `${path.join('.') || 'payload'}: ${code}`)
    super(`the entry ${position} of the log is no ${type}: ${paths.join(', ')}`)
  }
}

/** Declares a kind of fact; to be called in `events.ts` only. */
export function defineFact<
  const T extends string,
  const A extends string | null,
  const V extends Publicity,
  S extends z.ZodObject = typeof Nothing,
>(type: T, definition: Definition<A, V, S>): FactKind<T, A, V, S>
export function defineFact(type: string, definition: Definition<string | null, Publicity, z.ZodObject>) {
  const { about, heading, says, isPublic, payload = Nothing, untold = [], subjectName } = definition
  const known = new WeakMap<LogEntry, Fact>()

  function announce({ ip, isPublic: isThisPublic = false, data = {}, ...saying }: AnySaying): Announcement {
    return {
      ...saying,
      [declared]: true,
      type,
      isPublic: isPublic === 'sometimes' ? isThisPublic : isPublic,
      ...(ip !== undefined && { ip }),
      // Only declared fields: rows have more than should be kept for ever.
      data: payload.parse(data),
    }
  }

  function read(entry: LogEntry): Fact | undefined {
    if (entry.type !== type) return undefined
    const before = known.get(entry)
    if (before) return before
    const { error, data } = payload.safeParse(entry.data)
    if (error) throw new UnreadableFact(entry, error)
    const fact = { ...entry, data }
    known.set(entry, fact)
    return fact
  }

  const told = Object.keys(payload.shape).filter((field) => field !== subjectName && !untold.includes(field))
  return Object.assign(announce, { type, about, heading, says, told, subjectName, read })
}

import { z } from 'zod'
import type { LogEntry } from './log-entry.ts'

/** A line of the log whose payload has been checked. */
export interface Fact<T extends string = string, P = unknown> extends LogEntry {
  type: T
  data: P
}

/** A kind of fact, as those know it who read the log. */
export interface FactReader<F extends Fact = Fact> {
  readonly type: F['type']
  /** What it happened to, such as `ticket` or `user`; null: to nothing that has an id. */
  readonly about: string | null
  /** The fields of the payload that the audit log shows. */
  readonly told: readonly string[]
  /** The field that says what the subject is called, for when it is gone. */
  readonly subjectName: string | undefined
  /**
   * The entry as this fact; undefined when it is another. The payload of an entry is parsed once, however often it is read.
   * @throws {UnreadableFact}
   */
  read(entry: LogEntry): F | undefined
}

const declared = Symbol('declared')

/** What a service says of a fact that its unit of work brings about. Only declared facts make one. */
export interface Announcement {
  readonly [declared]: true
  type: string
  /** False for what clients must not hear of in any way, not even as a gap in a numbering. */
  isPublic: boolean
  actorId: string | null
  ticketId?: string
  subjectId?: string | null
  ip?: string
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

/** What is to be said of one fact of a kind. */
type Saying<A, V, P> = { actorId: string | null; ip?: string | undefined } & OfSubject<A> &
  OfPublicity<V> &
  OfPayload<P>

/** A kind of fact, as its feature declares it; called, it makes an announcement. */
export interface FactKind<T extends string, A, V, S extends z.ZodObject> extends FactReader<
  Fact<T, z.output<S>>
> {
  (saying: Saying<A, V, z.input<S>>): Announcement
}

interface Definition<A, V, S extends z.ZodObject> {
  about: A
  /** Whether clients may hear of it; `sometimes`: who announces it says so. */
  isPublic: V
  /** Reads also what earlier versions wrote, so fields are added as optional and never taken away. */
  payload?: S
  /** Fields that the audit log does not show. */
  untold?: readonly NoInfer<keyof z.output<S> & string>[]
  /** The field that says what the subject is called. */
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

/** An entry whose payload no version known to this one has written. Says where it is, and nothing of what it contains. */
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
  const { about, isPublic, payload = Nothing, untold = [], subjectName } = definition
  const known = new WeakMap<LogEntry, Fact>()

  function announce({ ip, isPublic: isThisPublic = false, data = {}, ...saying }: AnySaying): Announcement {
    return {
      ...saying,
      [declared]: true,
      type,
      isPublic: isPublic === 'sometimes' ? isThisPublic : isPublic,
      ...(ip !== undefined && { ip }),
      // Without what is not declared: rows have more fields than what is to be kept for ever.
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
  return Object.assign(announce, { type, about, told, subjectName, read })
}

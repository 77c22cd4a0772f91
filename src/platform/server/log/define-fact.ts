import { z } from 'zod'
import type { LogEntry } from './log-entry.ts'

/** A line of the log whose payload has been checked. */
export interface Fact<T extends string = string, P = unknown> extends LogEntry {
  type: T
  data: P
}

/** A kind of fact, as readers of the log know it. */
export interface FactReader<F extends Fact = Fact> {
  readonly type: F['type']
  /** The kind of its subject, such as `ticket` or `user`; null: it has no subject with an id. */
  readonly about: string | null
  /** Names the group of kinds among which people find it, in the language in use. */
  heading(): string
  /** Tells what has happened, in the language in use. */
  says(): string
  /** The fields of the payload that the audit log shows. */
  readonly told: readonly string[]
  /** The field with the name of the subject, for when the subject is deleted. */
  readonly subjectName: string | undefined
  /**
   * The entry as this fact; undefined when it is another. The payload of an entry is parsed once, however often it is read.
   * @throws {UnreadableFact}
   */
  read(entry: LogEntry): F | undefined
}

const declared = Symbol('declared')

/** A fact as a service announces it in its unit of work. Only declared facts make one. */
export interface Announcement {
  readonly [declared]: true
  type: string
  /** False for facts that clients must not notice in any way, not even as a gap in a numbering. */
  isPublic: boolean
  actorId: string | null
  ticketId?: string
  subjectId?: string | null
  ip?: string
  /** When it was, where that is not the moment of its unit of work. */
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

/** The arguments of one announcement. */
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
  heading: () => string
  says: () => string
  /** Whether clients may hear of it; `sometimes`: each announcement says so. */
  isPublic: V
  /** Reads also what earlier versions wrote, so fields are added as optional and never taken away. */
  payload?: S
  /** Fields that the audit log does not show. */
  untold?: readonly NoInfer<keyof z.output<S> & string>[]
  /** The field with the name of the subject. */
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

/** An entry whose payload fits no form known to this version. The message says where it is, and nothing of its content. */
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

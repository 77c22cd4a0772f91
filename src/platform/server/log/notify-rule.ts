import type { Reader } from '../database/query-builder.ts'
import type { FactsReader } from './fact.ts'
import type { LogEntry } from './log-entry.ts'

/** Says what happened, as a line of a mail, and what a person wrote, if anything was written. */
export interface Sentence {
  what: string
  text?: string
  /** The text is Markdown. */
  isMarkdown?: boolean
}

export interface Recipient<T extends string> {
  userId: string
  /** The preference by which this person chooses whether and when to hear of it. */
  notificationType: T
}

/** Notice to people of one event. */
export interface Notice<V, T extends string> {
  /**
   * The id of what it was done with, and can be taken back with for a while: until then nobody is told. Events of one act are told in one mail.
   * Absent: it is told by itself, at once.
   */
  act?: string | null | undefined
  /** Candidates, before the permission check: only people involved in the subject. */
  recipients: readonly Recipient<T>[]
  /** Whether this viewer may be told of it now, given that they may see the subject. */
  mayHear(viewer: V): boolean
  /** Tells, for words, whether this viewer has read them, and so is told of them by summaries alone. They wait like an act until somebody is told. */
  hasRead?(viewer: V): boolean
  /** Sentences of a mail for this viewer, who may hear of it; nothing: it is not worth a line. */
  sentences(viewer: V): Sentence[]
  /** Sentences of a text message for this viewer, as a recipient by this type, in very few words; nothing: no text is sent. */
  briefly(viewer: V, notificationType: T): string[]
}

/**
 * How a feature turns its events into notices, as `LiveRule` turns them into messages. `prepare` reads what a batch of events needs,
 * once; what it returns is asked for each event. `S` is what is known of an event's subject and actor by then.
 */
export interface NotifyRule<V, S, T extends string> {
  facts: Pick<FactsReader, 'types'>
  /** The function that comes of it returns undefined for an event that is none of these facts. */
  prepare(
    reader: Reader,
    entries: readonly LogEntry[],
  ): Promise<(entry: LogEntry, about: S) => Notice<V, T> | undefined>
}

/** Everybody of these, each once, as recipients by this type. */
export const to = <T extends string>(
  notificationType: T,
  ...userIds: (string | null | undefined)[]
): Recipient<T>[] =>
  [...new Set(userIds)]
    .filter((userId) => typeof userId === 'string')
    .map((userId) => ({ userId, notificationType }))

/** The ids of what the events of this type are about. */
export const subjectsOf = (entries: readonly LogEntry[], type: string): string[] =>
  entries
    .filter((entry) => entry.type === type)
    .map(({ subjectId }) => subjectId)
    .filter((id) => id !== null)

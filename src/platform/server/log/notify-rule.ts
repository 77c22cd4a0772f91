import type { Reader } from '../database/query-builder.ts'
import type { FactsReader } from './fact.ts'
import type { LogEntry } from './log-entry.ts'

/** Line of a mail about an event, with the text that a person wrote, if any. */
export interface Sentence {
  what: string
  text?: string
  isMarkdown?: boolean
}

export interface Recipient<T extends string> {
  userId: string
  /** Preference that decides about this notice. */
  notificationType: T
}

export interface Notice<V, T extends string> {
  /** Id of an undoable act: its events wait until it is final and share one mail. Absent: told alone, at once. */
  act?: string | null | undefined
  /** Candidates, before the permission check: only people involved in the subject. */
  recipients: readonly Recipient<T>[]
  /** True when this viewer may hear of it now, given that they may see the subject. */
  mayHear(viewer: V): boolean
  /** True when the viewer has read the words, and so hears of them by summaries alone. Such words wait like an act. */
  hasRead?(viewer: V): boolean
  /** Sentences of a mail for this viewer; empty: no line. */
  sentences(viewer: V): Sentence[]
  /** Very short sentences of a text message for this viewer and type; empty: no text. */
  briefly(viewer: V, notificationType: T): string[]
}

/** Turns events into notices. `prepare` reads the needs of a batch once. `S` is the known subject and actor of an event. */
export interface NotifyRule<V, S, T extends string> {
  facts: Pick<FactsReader, 'types'>
  /** The returned function yields undefined for an event that is none of these facts. */
  prepare(
    reader: Reader,
    entries: readonly LogEntry[],
  ): Promise<(entry: LogEntry, about: S) => Notice<V, T> | undefined>
}

export const to = <T extends string>(
  notificationType: T,
  ...userIds: (string | null | undefined)[]
): Recipient<T>[] =>
  [...new Set(userIds)]
    .filter((userId) => typeof userId === 'string')
    .map((userId) => ({ userId, notificationType }))

export const subjectsOf = (entries: readonly LogEntry[], type: string): string[] =>
  entries
    .filter((entry) => entry.type === type)
    .map(({ subjectId }) => subjectId)
    .filter((id) => id !== null)

import type { Reader } from '../database/query-builder.ts'
import type { Fact } from './define-fact.ts'
import type { FactsReader } from './fact.ts'
import type { LogEntry } from './log-entry.ts'

/** A message of the socket. Immutable: recipients share one object, which is encoded once. */
export interface LiveMessage {
  readonly type: string
  readonly [field: string]: unknown
}

/** Message without position; the hub adds it, and whether the viewer caused it. Equal content shares one `message`. */
export interface LiveDelivery {
  /** Id of its subject: of two messages of one type and subject only the newer must be sent. */
  about: string
  /** Restricts it to sockets subscribed to this; absent: every socket of the viewer. */
  topic?: string
  message: LiveMessage
}

/** Caches the messages of a batch by key, so that recipients share one. */
export function shareMessages() {
  const known = new Map<string, LiveMessage>()
  return (key: string, make: () => LiveMessage): LiveMessage => {
    const message = known.get(key) ?? make()
    known.set(key, message)
    return message
  }
}

/** Turns events into messages. `prepare` reads the needs of a batch once; its result runs for each open socket, with current rights. */
export interface LiveRule<V> {
  prepare(
    reader: Reader,
    entries: readonly LogEntry[],
  ): Promise<(viewer: V, entry: LogEntry) => readonly LiveDelivery[]>
}

/** Tells permitted viewers that their list of these things is outdated. */
export const changedRule = <V, F extends Fact>(
  name: string,
  facts: FactsReader<F>,
  isHeard: (viewer: V, fact: F) => boolean,
): LiveRule<V> => {
  const outdated: readonly LiveDelivery[] = [{ about: name, message: { type: `${name}:changed` } }]
  return {
    prepare: async () => (viewer, entry) => {
      const fact = facts.read(entry)
      return fact && isHeard(viewer, fact) ? outdated : []
    },
  }
}

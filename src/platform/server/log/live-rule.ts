import type { Reader } from '../database/query-builder.ts'
import type { Fact } from './define-fact.ts'
import type { FactsReader } from './fact.ts'
import type { LogEntry } from './log-entry.ts'

/** A message as it goes over the socket. It never changes: one object goes to all who are told the same, and is encoded once. */
export interface LiveMessage {
  readonly type: string
  readonly [field: string]: unknown
}

/** A message before it is addressed: the hub adds the position, and whether the viewer did it themselves. Viewers who are told the same get the same `message`. */
export interface LiveDelivery {
  /** The id of what it is about: of two messages of one type about one thing only the newer need be told. */
  about: string
  /** Only sockets that have subscribed to this are told; absent: every socket of the viewer. */
  topic?: string
  message: LiveMessage
}

/** Makes the function that keeps the messages of a batch under keys, so that viewers who are told the same share one. */
export function shareMessages() {
  const known = new Map<string, LiveMessage>()
  return (key: string, make: () => LiveMessage): LiveMessage => {
    const message = known.get(key) ?? make()
    known.set(key, message)
    return message
  }
}

/**
 * How a feature turns its events into messages. `prepare` reads what a batch of events needs, once; what it returns is asked for each
 * open socket, with the rights of that moment, and answers what that viewer may hear: nothing, one message or several.
 */
export interface LiveRule<V> {
  prepare(
    reader: Reader,
    entries: readonly LogEntry[],
  ): Promise<(viewer: V, entry: LogEntry) => readonly LiveDelivery[]>
}

/** Tells everybody who may hear of one of these facts that their list of these things is outdated. */
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

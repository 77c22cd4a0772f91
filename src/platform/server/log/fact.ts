import type { FastifyBaseLogger } from 'fastify'
import { UnreadableFact, type Fact, type FactReader } from './define-fact.ts'
import type { LogEntry } from './log-entry.ts'

export type FactOf<K extends FactReader> = NonNullable<ReturnType<K['read']>>

/** Reads several kinds of facts. A `switch` over their `type` can be exhaustive. */
export interface FactsReader<F extends Fact = Fact> {
  readonly types: readonly F['type'][]
  /** @throws {UnreadableFact} */
  read(entry: LogEntry): F | undefined
}

export interface FactCatalogue {
  readonly kinds: readonly FactReader[]
  /** Finds the kind of an entry; undefined for a kind of a newer version. */
  kindOf(entry: Pick<LogEntry, 'type'>): FactReader | undefined
}

export function anyOf<const K extends readonly FactReader[]>(...kinds: K) {
  const byType = new Map<string, FactReader>(kinds.map((kind) => [kind.type, kind]))
  const isRead = (fact: Fact | undefined): fact is FactOf<K[number]> => fact !== undefined
  return {
    kinds,
    types: kinds.map(({ type }): FactOf<K[number]>['type'] => type),
    kindOf: ({ type }: Pick<LogEntry, 'type'>): FactReader | undefined => byType.get(type),
    read(entry: LogEntry): FactOf<K[number]> | undefined {
      const fact = byType.get(entry.type)?.read(entry)
      return isRead(fact) ? fact : undefined
    },
  }
}

/** Reads the entries that are such facts; an unreadable one is skipped and logged. */
export const readAll = <F extends Fact>(
  facts: FactsReader<F>,
  entries: readonly LogEntry[],
  log: Pick<FastifyBaseLogger, 'error'>,
): F[] =>
  entries.flatMap((entry) => {
    try {
      return facts.read(entry) ?? []
    } catch (error) {
      if (!(error instanceof UnreadableFact)) throw error
      const { position, type } = entry
      log.error({ err: error, position, type }, 'an event cannot be read and is passed over')
      return []
    }
  })

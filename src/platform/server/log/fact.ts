import type { FastifyBaseLogger } from 'fastify'
import { UnreadableFact, type Fact, type FactReader } from './define-fact.ts'
import type { LogEntry } from './log-entry.ts'

/** The fact that a kind reads. */
export type FactOf<K extends FactReader> = NonNullable<ReturnType<K['read']>>

/** Reads facts of several kinds. A `switch` over the `type` of what it reads can be exhaustive. */
export interface FactsReader<F extends Fact = Fact> {
  readonly types: readonly F['type'][]
  /** @throws {UnreadableFact} */
  read(entry: LogEntry): F | undefined
}

/** All facts that anybody declares. */
export interface FactCatalogue {
  readonly kinds: readonly FactReader[]
  /** The declaration of what an entry is; undefined for what only a newer version knows. */
  kindOf(entry: Pick<LogEntry, 'type'>): FactReader | undefined
}

/** Several kinds of facts as one. */
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

/** The entries that are such facts. An unreadable one is skipped and named in the log of the program. */
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

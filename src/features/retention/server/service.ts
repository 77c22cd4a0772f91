import { i18n, type Language } from '#platform/contract/i18n.ts'
import { eq } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { invalid } from '#platform/contract/errors.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { retentionRules } from '#tables/retention-rules.ts'
import { fewestMonths, type RetentionKind } from '../contract.ts'
import { retentionApplied, retentionChanged } from './events.ts'
import { listRules } from './queries.ts'

/** Serializes changes and applications of rules on all nodes; the wait is at most a batch. */
export const lockRetention = (unit: Work) => lockName(unit, 'retention')

interface Change {
  kind: RetentionKind
  /** Null: nothing is deleted. */
  months: number | null
  /** Language of placeholders for erased texts. */
  language: Language
}

/** @throws {AppError} `invalid` for too few months, or a log kept shorter than the rule for people */
export async function changeRule(
  unit: Work,
  viewer: Viewer,
  { kind, months, language }: Change,
): Promise<void> {
  await lockRetention(unit)
  if (months !== null && months < fewestMonths[kind])
    throw invalid('months', i18n.t('Enter at least {fewest} months', { fewest: fewestMonths[kind] }))
  const before = new Map((await listRules(unit.tx)).map((rule) => [rule.kind, rule.months]))
  if (before.get(kind) === months) return
  const after = new Map(before).set(kind, months)
  const [log, people] = [after.get('log') ?? null, after.get('people') ?? null]
  // Last activity is read from the log.
  if (log !== null && people !== null && log < people)
    throw invalid('months', i18n.t('The audit log has to be kept for at least as long as inactive people'))
  if (months === null) await unit.tx.delete(retentionRules).where(eq(retentionRules.kind, kind))
  else {
    const rule = { months, language, changedBy: viewer.id, updatedAt: unit.now }
    await unit.tx
      .insert(retentionRules)
      .values({ kind, ...rule })
      .onConflictDoUpdate({ target: retentionRules.kind, set: rule })
  }
  unit.announce(retentionChanged({ actorId: viewer.id, data: { kind, months } }))
}

export function recordApplied(unit: Work, kind: RetentionKind, taken: number): void {
  unit.announce(retentionApplied({ actorId: null, data: { kind, taken } }))
}

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

/** Lets one change or application of rules at a time go on, on whatever node; the other waits for no longer than a batch takes. */
export const lockRetention = (unit: Work) => lockName(unit, 'retention')

interface Change {
  kind: RetentionKind
  /** Null: from now on nothing of it is taken. */
  months: number | null
  /** Language of the words in the place of erased texts. */
  language: Language
}

/**
 * Switches a rule on, changes it or switches it off.
 * @throws {AppError} `invalid` for fewer months than are allowed, and where people would be judged by entries that are gone
 */
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
  // When somebody did something last is read in the log.
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

/** Notes how much a rule has taken. */
export function recordApplied(unit: Work, kind: RetentionKind, taken: number): void {
  unit.announce(retentionApplied({ actorId: null, data: { kind, taken } }))
}

import type { Entry } from './entries.ts'

/** Entries that one line stands for, until it is pressed. */
export interface Fold {
  kind: 'earlier' | 'changes'
  entries: readonly Entry[]
}

/** A longer conversation begins with its first entries and goes on with its last ones. */
const longest = 30
const firstShown = 2
const lastShown = 20
/** Fewer changes in a row stand by themselves. */
const fewestChanges = 3

const isChange = (entry: Entry) =>
  entry.kind === 'event' &&
  entry.event.what === 'changed' &&
  !entry.event.changes.some(({ isReply }) => isReply)

/** Splits entries where `isChange` begins or ends. */
function runsOf(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && isChange(before) === isChange(entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

/**
 * Folds the middle of a long conversation, and field changes in a row. The last changes stand: they are news.
 * @param shown entries of the view, oldest first
 * @param firstUnread key of the entry from which on nothing is folded into the middle
 * @returns each fold by the key of its first entry
 */
export function foldsOf(shown: readonly Entry[], firstUnread: string | undefined): Map<string, Fold> {
  const unread = firstUnread === undefined ? -1 : shown.findIndex(({ key }) => key === firstUnread)
  const lastFrom = shown.length - lastShown
  const until = unread < 0 ? lastFrom : Math.min(lastFrom, unread)
  const middle = shown.length > longest ? shown.slice(firstShown, Math.max(firstShown, until)) : []
  const rest = middle.length > 0 ? shown.slice(until) : shown
  const changes = runsOf(rest)
    .slice(0, -1)
    .filter(([first, ...others]) => first && isChange(first) && others.length + 1 >= fewestChanges)
  const folds: Fold[] = [
    ...(middle.length > 0 ? [{ kind: 'earlier' as const, entries: middle }] : []),
    ...changes.map((entries) => ({ kind: 'changes' as const, entries })),
  ]
  return new Map(folds.map((fold) => [fold.entries[0]?.key ?? '', fold]))
}

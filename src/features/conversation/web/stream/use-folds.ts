import { useDeferredValue, useState } from 'react'
import { isIn, type Conversation, type Entry, type View } from './entries.ts'
import { foldsOf, type Fold } from './folds.ts'
import type { Opening } from './use-opening.ts'

interface Options {
  conversation: Conversation
  opening: Opening | undefined
  view: View
  onView(view: View): void
  /** Keeps the place of the reader through the next change. */
  stay(): void
}

/** Folds a conversation when it opens, and unfolds it at the reader's word. */
export function useFolds({ conversation, opening, view, onView, stay }: Options) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  // Once, at the opening: a row must not fold away under its reader.
  const [folds, setFolds] = useState<ReadonlyMap<string, Fold>>()
  function foldAll() {
    const shown = conversation.entries.filter((entry) => isIn('all', conversation, entry))
    return foldsOf(shown, shown.find(({ key }) => opening?.unread.has(key))?.key)
  }
  if (opening && !folds) {
    const untouched = [...foldAll()].filter(
      ([, { entries }]) => !entries.some(({ key }) => unfolded.has(key)),
    )
    setFolds(new Map(untouched))
  }
  // While it opens, its end is drawn as if nothing were unread.
  const shut = view === 'all' ? [...(folds ?? foldAll())].filter(([key]) => !unfolded.has(key)) : []
  const folded = new Set(shut.flatMap(([, { entries }]) => entries.map(({ key }) => key)))
  const present = new Set(conversation.entries.map(({ key }) => key))
  /** Folds by their first entry that is still there. */
  const heads = new Map(
    shut.map(
      ([key, fold]) => [fold.entries.find((entry) => present.has(entry.key))?.key, { key, fold }] as const,
    ),
  )
  // Folded rows, for paper and for links, are drawn after the visible ones.
  const drawsFolded = useDeferredValue(true, false)
  return {
    drawsFolded,
    isFolded: ({ key }: Entry) => folded.has(key),
    /** Finds the fold whose line stands above this entry. */
    headedBy: ({ key }: Entry) => heads.get(key),
    /** @param key first entry of the fold */
    unfold(key: string): void {
      stay()
      setUnfolded(new Set([...unfolded, key]))
      // The pressed button goes.
      requestAnimationFrame(() => document.getElementById(key)?.focus({ preventScroll: true }))
    },
    /** Shows the row that a link leads to. */
    revealRow(row: HTMLElement): void {
      if (row.dataset['leftOut'] === undefined) return
      onView('all')
      setUnfolded(new Set([...unfolded, ...(folds ?? foldAll()).keys()]))
    },
  }
}

import { i18n } from '#platform/contract/i18n.ts'
import { createElement, lazy, useEffect, useState, type ComponentType, type FunctionComponent } from 'react'
import { recall, remember } from './storage.ts'

const key = 'signalbox.reloaded-at'
const onceInMs = 60_000

function mayReload(): boolean {
  // Without a network a reload would lose the page for good.
  if (!navigator.onLine) return false
  const last = Number(recall('tab', key) ?? 0)
  return Date.now() - last > onceInMs && remember('tab', key, String(Date.now()))
}

/** Reasons not to reload this page: unsaved work, and prefetched parts. */
let held = 0

/** Prevents automatic reloads. @returns a function that allows them, to be called once */
export function preventReload(): () => void {
  held += 1
  return () => void (held -= 1)
}

/** Reloads once when an update of the server has removed this page's remaining parts. */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    if (held === 0 && mayReload()) location.reload()
  })
}

/** A part of the application did not load. A retry must reload the page. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded'
}

/** @throws {PartNotLoaded} since the router would reload at the browser's own error, even without a network */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new PartNotLoaded(i18n.t('A part of the page did not load. Check your connection and try again.'), {
      cause,
    })
  }
}

export type Part<Name extends string, Props> = Record<Name, FunctionComponent<Props>>

/**
 * Creates a component that is drawn at once where it is loaded already. `lazy` alone shows the fallback at its first use
 * in any case. React then holds the content back for 300 ms.
 * @param otherwise drawn when loading fails; absent: the failure is thrown
 */
export function drawnOnceLoaded<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  otherwise?: FunctionComponent<Props>,
) {
  let loaded: FunctionComponent<Props> | undefined
  const loadIt = async () => (loaded = await load())
  const Later = lazy(async () => ({
    default: await (otherwise ? loadIt().catch(() => otherwise) : loadIt()),
  }))
  function Drawn(props: Props) {
    // Chosen once for the life of an element, or it would lose its state.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return createElement(Component, props)
  }
  return Object.assign(Drawn, { load: loadIt })
}

/** Creates a lazily loaded component, which `load` prefetches. Render it in a `PartBoundary` for its fallback and failure. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Part<Name, Props>>,
  name: Name,
) {
  return drawnOnceLoaded<Props>(async () => (await loadPart(load))[name])
}

/**
 * Fetches parts together with the module that names them, so that they are there without a network. A part that could not
 * be fetched is fetched again where it is drawn.
 */
export function fetchAhead(...parts: readonly { load(): Promise<unknown> }[]): void {
  for (const part of parts) void part.load().catch(() => undefined)
}

/** Reloads, but never without a network, which would lose the page. */
export function loadPageAgain(): void {
  if (navigator.onLine) location.reload()
}

/** Age of the page from which on parts are loaded in idle time: they open at once, also without a network. */
const idleFromMs = 11_000
/** Parts of a screen that was just opened let its own data go first. */
const idleForMs = 2000

/** A page that appears under a resting pointer gets `pointerover`, which says nothing of its person. */
const signs = ['pointermove', 'pointerdown', 'focusin'] as const

/** Waits for attention to matching elements, or for idle time. @param at selects them; absent: none @returns a function that stops */
export function awaitPerson(at: string | undefined, act: () => void): () => void {
  const stop = new AbortController()
  function actOnce() {
    stop.abort()
    act()
  }
  const timer = setTimeout(actOnce, Math.max(idleForMs, idleFromMs - performance.now()))
  stop.signal.addEventListener('abort', () => clearTimeout(timer))
  const heed = ({ target }: Event) => at && target instanceof Element && target.closest(at) && actOnce()
  for (const sign of signs) document.addEventListener(sign, heed, { passive: true, signal: stop.signal })
  return () => stop.abort()
}

/** Prefetches a part on attention to its element, or in idle time for use without a network. @param at selects the elements */
export function usePartSoon(load: () => Promise<unknown>, at?: string): void {
  useEffect(
    () =>
      awaitPerson(at, () => {
        const letGo = preventReload()
        void load()
          // The failure is shown when the part is needed.
          .catch(() => undefined)
          .finally(letGo)
      }),
    [load, at],
  )
}

import { i18n } from '#platform/contract/i18n.ts'
import { lazy, useEffect, type FunctionComponent } from 'react'
import { recall, remember } from './storage.ts'

const key = 'signalbox.reloaded-at'
const onceInMs = 60_000

function mayReload(): boolean {
  // Without a network a reload would lose the page for good.
  if (!navigator.onLine) return false
  const last = Number(recall('tab', key) ?? 0)
  return Date.now() - last > onceInMs && remember('tab', key, String(Date.now()))
}

/** Reasons not to reload this page: unsaved work, and parts that nobody waits for yet. */
let held = 0

/** Keeps the page from loading itself again. @returns a function that lets it go, to be called once */
export function preventReload(): () => void {
  held += 1
  return () => void (held -= 1)
}

/** After an update of the server the parts this page still has to load are gone: load the new page, once. */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    if (held === 0 && mayReload()) location.reload()
  })
}

/** A part of the application did not arrive. Trying again means loading the page again. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded'
}

/**
 * Loads a part of the application.
 * @throws {PartNotLoaded} and not the browser's own error, at which the router would reload the page even without a network
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new PartNotLoaded(i18n.t('A part of the page did not load. Check your connection and try again.'), {
      cause,
    })
  }
}

/** A module with a component of this name. */
export type Part<Name extends string, Props> = Record<Name, FunctionComponent<Props>>

/**
 * A component that is loaded when it is first drawn, and by `load` when it should be there before. Stands in a `PartBoundary`,
 * which shows what is there meanwhile, and says so when the part does not arrive.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Part<Name, Props>>,
  name: Name,
) {
  const loadIt = () => loadPart(load)
  const component = lazy(async () => ({ default: (await loadIt())[name] }))
  return Object.assign(component, { load: loadIt })
}

/** Loads the page again, but never without a network, where that would lose it. */
export function loadPageAgain(): void {
  if (navigator.onLine) location.reload()
}

/** Longer than it takes to see what there is; who stays so long may go on without a network. */
const idleForMs = 15_000

/** Events by which a person turns to something: they point at it, touch it, or the focus comes to it. */
const signs = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * Waits for a person to turn to something, or for a while in which they do not.
 * @param at selects what they may turn to; absent: nothing
 * @param act called once
 * @returns a function that stops waiting
 */
export function awaitPerson(at: string | undefined, act: () => void): () => void {
  const stop = new AbortController()
  function actOnce() {
    stop.abort()
    act()
  }
  const timer = setTimeout(actOnce, idleForMs)
  stop.signal.addEventListener('abort', () => clearTimeout(timer))
  const heed = ({ target }: Event) => at && target instanceof Element && target.closest(at) && actOnce()
  for (const sign of signs) document.addEventListener(sign, heed, { passive: true, signal: stop.signal })
  return () => stop.abort()
}

/**
 * Fetches a part before it is asked for: when a person turns to what it belongs to, and in any case once the page has been there for a
 * while, so that it is there without a network, too.
 * @param at selects the elements it belongs to; absent: they are not waited for
 */
export function usePartSoon(load: () => Promise<unknown>, at?: string): void {
  useEffect(
    () =>
      awaitPerson(at, () => {
        const letGo = preventReload()
        void load()
          // A person who needs the part before it has loaded is told then.
          .catch(() => undefined)
          .finally(letGo)
      }),
    [load, at],
  )
}

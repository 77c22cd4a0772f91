import { useSyncExternalStore } from 'react'
import { recall, remember } from './storage.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

// public/theme.js reads the same keys before the first paint.
const themeKey = 'signalbox.theme'
const densityKey = 'signalbox.density'

const canvas = { light: '#FAFAFB', dark: '#0E0F12' }
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

// Private windows may refuse storage; the choice then lasts as long as the page.
const memory = new Map<string, string>()

const read = (key: string) => recall('browser', key) ?? memory.get(key)

function write(key: string, value: string) {
  memory.set(key, value)
  remember('browser', key, value)
}

function getTheme(): Theme {
  const stored = read(themeKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

function getDensity(): Density {
  return read(densityKey) === 'compact' ? 'compact' : 'comfortable'
}

/** What the person sees now, with "system" resolved. */
function getShownTheme(): 'light' | 'dark' {
  const theme = getTheme()
  if (theme !== 'system') return theme
  return systemDark.matches ? 'dark' : 'light'
}

export function setTheme(theme: Theme) {
  write(themeKey, theme)
  apply()
}

export function setDensity(density: Density) {
  write(densityKey, density)
  apply()
}

/** Calls back after every change, also one made by the system or in another tab. Returns the way to stop. */
function subscribeTheme(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useTheme() {
  return useSyncExternalStore(subscribeTheme, getTheme)
}

export function useDensity() {
  return useSyncExternalStore(subscribeTheme, getDensity)
}

function apply() {
  const shown = getShownTheme()
  const root = document.documentElement
  root.dataset['theme'] = shown
  root.dataset['density'] = getDensity()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas[shown])
  for (const listener of listeners) listener()
}

systemDark.addEventListener('change', apply)
window.addEventListener('storage', (event) => {
  if (event.key === themeKey || event.key === densityKey || event.key === null) apply()
})

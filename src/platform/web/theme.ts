import type { Density } from '../contract/density.ts'
import { recall, remember } from './storage.ts'
import { createStore } from './store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

// public/theme.js reads the same keys before the first paint.
const themeKey = 'signalbox.theme'
const densityKey = 'signalbox.density'

const canvas = { light: '#FAFAFB', dark: '#0E0F12' }
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

function readTheme(): Theme {
  const stored = recall('browser', themeKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

const readDensity = (): Density => (recall('browser', densityKey) === 'compact' ? 'compact' : 'comfortable')

// Private windows may refuse storage; the choice then lasts as long as the page.
const theme = createStore(readTheme())
const density = createStore(readDensity())

export const useTheme = theme.use
export const useDensity = density.use

export function setTheme(next: Theme) {
  remember('browser', themeKey, next)
  theme.set(next)
}

/** Applies the density, also at the next first paint; the server keeps it for the person. */
export function setDensity(next: Density) {
  remember('browser', densityKey, next)
  density.set(next)
}

/** Resolves "system". */
function getShownTheme(): 'light' | 'dark' {
  const chosen = theme.get()
  if (chosen !== 'system') return chosen
  return systemDark.matches ? 'dark' : 'light'
}

function draw() {
  const shown = getShownTheme()
  const root = document.documentElement
  root.dataset['theme'] = shown
  root.dataset['density'] = density.get()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas[shown])
}

theme.subscribe(draw)
density.subscribe(draw)
systemDark.addEventListener('change', draw)
// Another tab has chosen.
window.addEventListener('storage', ({ key }) => {
  if (key !== themeKey && key !== densityKey && key !== null) return
  theme.set(readTheme())
  density.set(readDensity())
})

import { recall, remember } from './storage.ts'
import { createStore } from './store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

// public/theme.js reads the same keys before the first paint.
const themeKey = 'signalbox.theme'
const densityKey = 'signalbox.density'

const canvas = { light: '#FAFAFB', dark: '#0E0F12' }
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

// Private windows may refuse storage; the choice then lasts as long as the page.
const memory = new Map<string, string>()

const read = (key: string) => recall('browser', key) ?? memory.get(key)

function write(key: string, value: string) {
  memory.set(key, value)
  remember('browser', key, value)
}

function readTheme(): Theme {
  const stored = read(themeKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

function readDensity(): Density {
  return read(densityKey) === 'compact' ? 'compact' : 'comfortable'
}

const theme = createStore(readTheme())
const density = createStore(readDensity())

/** What the person sees now, with "system" resolved. */
function getShownTheme(): 'light' | 'dark' {
  const chosen = theme.get()
  if (chosen !== 'system') return chosen
  return systemDark.matches ? 'dark' : 'light'
}

export function setTheme(next: Theme) {
  write(themeKey, next)
  apply()
}

export function setDensity(next: Density) {
  write(densityKey, next)
  apply()
}

export const useTheme = theme.use
export const useDensity = density.use

/** After every change, also one made by the system or in another tab. */
function apply() {
  theme.set(readTheme())
  density.set(readDensity())
  const shown = getShownTheme()
  const root = document.documentElement
  root.dataset['theme'] = shown
  root.dataset['density'] = density.get()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas[shown])
}

systemDark.addEventListener('change', apply)
window.addEventListener('storage', (event) => {
  if (event.key === themeKey || event.key === densityKey || event.key === null) apply()
})

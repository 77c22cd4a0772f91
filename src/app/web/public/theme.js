// Runs before the first paint, so that nobody sees the wrong theme flash. The same keys as platform/web/theme.ts.
{
  let chosen = null
  let density = null
  try {
    chosen = localStorage.getItem('signalbox.theme')
    density = localStorage.getItem('signalbox.density')
  } catch {
    // Storage is refused in some private windows; the defaults stand.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : system
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.density = density === 'compact' ? 'compact' : 'comfortable'
  const bar = document.querySelector('meta[name="theme-color"]')
  if (bar) bar.content = theme === 'dark' ? '#0E0F12' : '#FAFAFB'
}

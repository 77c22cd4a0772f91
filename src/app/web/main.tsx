import '#platform/web/no-eval.ts'
import '#platform/web/styles.css'
import '#platform/web/theme.ts'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { findCurrentUser } from './session/current-user.ts'
import { loadTexts, textsOfPage } from '#platform/web/language/language.ts'
import { reloadWhenOutdated } from '#platform/web/lazy-parts.ts'

reloadWhenOutdated()

const first = findCurrentUser()

async function draw(root: HTMLElement): Promise<void> {
  await loadTexts()
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={textsOfPage()}>
        <App first={first} />
      </I18nProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void draw(root)

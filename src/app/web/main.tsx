import '#platform/web/no-eval.ts'
import '#platform/web/styles.css'
import '#platform/web/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { findCurrentUser } from './session/current-user.ts'
import { reloadWhenOutdated } from '#platform/web/lazy-parts.ts'

reloadWhenOutdated()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App first={findCurrentUser()} />
    </StrictMode>,
  )

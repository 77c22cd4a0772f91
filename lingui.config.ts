import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-json'
import { reachableFrom } from './scripts/source-imports.ts'

/** All that the page needs until somebody has signed in: loaded first, and by everybody. */
const signedOut = reachableFrom('src/app/web/main.tsx', ['src/app/web/session/signed-in.tsx'])
const servers = ['src/**/server/**']
const tests = ['src/**/*.test.ts', 'src/**/*.test.tsx']

/** English is what the texts are written in: it needs no catalogue. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de'],
  format: formatter({ style: 'minimal' }),
  orderBy: 'messageId',
  catalogs: [
    { path: 'src/locales/{locale}/signed-out', include: signedOut },
    { path: 'src/locales/{locale}/desk', include: ['src'], exclude: [...signedOut, ...servers, ...tests] },
    { path: 'src/locales/{locale}/server', include: servers, exclude: tests },
  ],
})

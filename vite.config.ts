import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileCatalogues, compileTexts } from './scripts/compile-texts.ts'
import { keptFiles, smallFont } from './scripts/page-files.ts'

const server = `127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: 'src/app/web',
  publicDir: 'public',
  plugins: [react(), tailwindcss(), smallFont, keptFiles, compileTexts, compileCatalogues],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each comes with all that it imports. A part that shares nothing with others stays a file of its own.
          groups: [
            // A language is loaded before anybody has signed in, so what it shares is there from the start.
            { name: 'start', test: /[/]app[/]web[/]main[.]tsx$|[/]date-fns[/]locale[/]_lib[/]/ },
            { name: 'app', test: /[/]app[/]web[/](session[/]signed-in|screens[/](my-)?tickets)[.]tsx$/ },
            { name: 'rare', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: `http://${server}`, ws: true },
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
})

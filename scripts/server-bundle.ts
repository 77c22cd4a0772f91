import { basename, dirname, join, relative, resolve } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { root } from './run.ts'

/** What brings machine code or WebAssembly and looks for it beside itself; what is loaded only where it is used. */
const external = [
  /^@electric-sql\/pglite/,
  /^@opentelemetry\//,
  '@node-rs/argon2',
  'nodemailer',
  'prom-client',
  'pg-native',
  'sharp',
]

/** The server, and the commands beside it. */
const programs = [
  'src/app/server/main.ts',
  'src/app/server/user-command.ts',
  'src/app/server/import-command.ts',
  'src/features/backup/server/backup-command.ts',
  'src/features/backup/server/restore-command.ts',
  'src/features/backup/server/move-command.ts',
]

/** How a module asks where it lies, as ECMAScript and as CommonJS have it. */
const ownPlace = /\bimport\.meta\.(?:url|filename|dirname)\b|\b__(?:filename|dirname)\b/g
const ownScript = /new URL\(['"]([^'"]+\.ts)['"], import\.meta\.url\)/g

/** @returns a plugin by which a module that asks where it lies is told the place of its source, and finds the files beside it */
function keepPlaces(outDir: string): Plugin {
  function answer(asked: string, id: string): string {
    const path = asked.endsWith('dirname') ? dirname(id) : id
    const fromBundle = JSON.stringify(relative(outDir, path).replaceAll('\\', '/'))
    const place = `new URL(${fromBundle}, import.meta.url)`
    return asked === 'import.meta.url'
      ? `${place}.href`
      : `process.getBuiltinModule('node:url').fileURLToPath(${place})`
  }
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform: {
      filter: { code: ownPlace },
      handler(code, id) {
        // What a thread is to run becomes a file of the bundle.
        const withScripts = code.replaceAll(ownScript, (_, script: string) => {
          const name = this.emitFile({ type: 'chunk', id: resolve(dirname(id), script) })
          return `new URL(import.meta.ROLLUP_FILE_URL_${name})`
        })
        return { code: withScripts.replaceAll(ownPlace, (asked) => answer(asked, id)), map: null }
      },
    },
    resolveFileUrl: ({ fileName }) => `new URL(${JSON.stringify(fileName)}, import.meta.url).href`,
  }
}

/**
 * How the server and its commands become a few files: linking hundreds of small modules at each start takes most of its time, and leaves
 * garbage that stays with the process.
 * @param outDir the folder for `main.js`, `backup-command.js` and so on, and what comes with them
 */
export const serverBundle = (outDir: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [keepPlaces(outDir)],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      input: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), join(root, file)])),
      external,
      // Readable, since errors tell lines of it, but without the comments of a thousand files.
      output: { chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
})

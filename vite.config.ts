import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { compileCatalogues, compileTexts } from './scripts/compile-texts.ts'

const server = `127.0.0.1:${process.env.PORT ?? 3000}`

/** What every page needs once somebody is signed in, beside what it needs before. */
const shellRoots = ['session/signed-in.tsx', 'screens/my-tickets.tsx'].map((file) => `/src/app/web/${file}`)
const root = import.meta.dirname.replaceAll('\\', '/')
const entry = '/src/app/web/main.tsx'

/** The modules that come with these, themselves included. */
function reachableFrom(roots: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

/** Brought by the page itself, so nothing that is loaded later has to name it. */
const alwaysThere =
  /^assets\/(index|jsx-runtime|createLucideIcon|clsx|circle-exclamation-point|product)-.{8}[.]/

/** The icons that these modules name: the package hands out all of them in one file, so by imports alone everybody has every icon. */
function iconsOf(modules: Iterable<string>, context: Rolldown.ChunkingContext): Set<string> {
  const codeOf = (id: string) => context.getModuleInfo(id)?.code ?? ''
  const named = new Set(
    [...modules].flatMap((id) =>
      [...codeOf(id).matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(
        ([, list = '']) => list.split(',').map((one) => one.trim().split(' as ')[0]),
      ),
    ),
  )
  const isPackage = (id: string) => id.endsWith('/lucide-react.mjs')
  const icons = [...modules].flatMap((id) => context.getModuleInfo(id)?.importedIds ?? []).find(isPackage)
  const exported = codeOf(icons ?? '').matchAll(/export\s*\{([^}]*)\}\s*from\s*["']\.\/(icons\/[^"']+)["']/g)
  return new Set(
    [...exported].flatMap(([, list = '', file = '']) =>
      list.split(',').some((one) => named.has(one.trim().split(' as ')[1])) ? [file] : [],
    ),
  )
}

let shell: Set<string> | undefined
let shellIcons: Set<string> | undefined

function findShell(context: Rolldown.ChunkingContext): Set<string> {
  const roots = shellRoots.map((file) => root + file)
  const before = reachableFrom([root + entry], context)
  return new Set([...reachableFrom(roots, context)].filter((id) => !before.has(id) && !roots.includes(id)))
}

function findShellIcons(modules: Iterable<string>, context: Rolldown.ChunkingContext): Set<string> {
  const before = iconsOf(reachableFrom([root + entry], context), context)
  return new Set([...iconsOf(modules, context)].filter((icon) => !before.has(icon)))
}

/** One file instead of fifty small ones: they are always wanted together, and together they compress better. */
function shellChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  shell ??= findShell(context)
  shellIcons ??= findShellIcons(shell, context)
  const icon = /lucide-react\/dist\/esm\/(icons\/.+)$/.exec(id)?.[1]
  return shell.has(id) || (icon !== undefined && shellIcons.has(icon)) ? 'shell' : null
}

/**
 * What no page needs of packages that bring it: schemas as JSON Schema, 35 KB; schemas as compiled code, which a page without `eval`
 * cannot have; care for values that hold themselves, which JSON cannot write; and the parser of texts, 30 KB, which are compiled as they
 * are built.
 */
const needless =
  /zod\/v4\/core\/(json-schema-processors|to-json-schema|doc|memoizer)[.]js$|message-utils\/dist\/compileMessage[.]mjs$/

const leaveOut: Plugin = {
  name: 'leave-out',
  apply: 'build',
  transform: {
    filter: { id: needless },
    handler(code) {
      const { body } = this.parse(code)
      const names = body.flatMap((statement) => {
        if (statement.type !== 'ExportNamedDeclaration') return []
        const { declaration, specifiers } = statement
        if (declaration?.type === 'VariableDeclaration')
          return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
        const isNamed =
          declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration'
        if (isNamed && declaration.id) return [declaration.id.name]
        return specifiers.flatMap(({ exported }) => (exported.type === 'Identifier' ? [exported.name] : []))
      })
      return { code: names.map((name) => `export const ${name} = () => {}`).join('\n'), map: null }
    },
  },
}

export default defineConfig({
  root: 'src/app/web',
  publicDir: 'public',
  plugins: [react(), tailwindcss(), leaveOut, compileTexts, compileCatalogues],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) =>
        hostType === 'html' ? deps : deps.filter((dep) => !alwaysThere.test(dep)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ debugName: 'shell', name: shellChunk, includeDependenciesRecursively: false }],
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

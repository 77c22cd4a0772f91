import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { compileCatalogues, compileTexts } from './scripts/compile-texts.ts'
import { keptFiles, smallFont } from './scripts/page-files.ts'

const server = `127.0.0.1:${process.env.PORT ?? 3000}`

/** What several need, the list of tickets among them, comes with the list: it is what most people open. */
const desk = 'desk'
/** What somebody sees who is not signed in. */
const landing = 'landing'
/** The parts that are asked for together: what one file brings, the next ones find there. */
const bundles: Record<string, string[]> = {
  [landing]: ['app/web/screens/landing.tsx', 'app/web/screens/signed-out-not-found.tsx'],
  [desk]: [
    'app/web/screens/tickets.tsx',
    'app/web/list-tools.tsx',
    'app/web/queues/queue-list.tsx',
    'app/web/queues/queue-row.tsx',
    'features/clients/contract.ts',
    'features/tickets/web/filters/client-filter.tsx',
  ],
  list: [
    'app/web/api-documentation-dialog.tsx',
    'app/web/queues/queue-moves.tsx',
    'features/tickets/web/filters/hidden-filters.tsx',
    'features/tickets/web/filters/several-values.tsx',
    'features/tickets/web/list/bulk-bar.tsx',
    'features/tickets/web/list/column-choices.tsx',
    'features/tickets/web/list/export-list.ts',
    'features/tickets/web/list/updates.tsx',
    'features/tickets/web/parts/assign-people.tsx',
    'features/views/web/view-choices.tsx',
  ],
  commands: [
    'app/web/commands/commands.tsx',
    'app/web/commands/palette.tsx',
    'app/web/commands/shortcut-sheet.tsx',
    'app/web/session/sign-in-again-dialog.tsx',
    'app/web/shell/navigation-sheet.tsx',
    'app/web/shell/user-menu-items.tsx',
    'app/web/shell/warnings.tsx',
    'features/tickets/web/parts/picker.tsx',
  ],
  ticket: [
    'app/web/ticket/ticket-dialog.tsx',
    'app/web/ticket/conversation/conversation.tsx',
    'features/tickets/comments/web/comment-box.tsx',
  ],
  conversation: [
    'app/web/ticket/chat-follower.tsx',
    'app/web/ticket/conversation/reply-in-chat.tsx',
    'app/web/ticket/requester.tsx',
    'app/web/ticket/ticket-chat.tsx',
    'features/live/web/viewers.tsx',
    'features/sharing/web/share.tsx',
    'features/tickets/comments/web/answer-menu.tsx',
    'features/tickets/comments/web/composer-lists.tsx',
    'features/tickets/comments/web/undo-note.tsx',
    'features/tickets/web/detail/ticket-history.tsx',
    'features/tickets/web/detail/ticket-news.tsx',
  ],
}
/** What the page names. */
const start = 'start'
const entry = 'app/web/main.tsx'
/** What every page needs before somebody is signed in, and then beside it. */
const always: Record<string, string[]> = {
  [start]: [entry],
  shell: [
    'app/web/session/signed-in.tsx',
    'app/web/screens/my-tickets.tsx',
    'app/web/shell/unread-marks.tsx',
  ],
}
const root = import.meta.dirname.replaceAll('\\', '/')
const pathOf = (file: string) => `${root}/src/${file}`

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
const alwaysThere = /^assets\/(index|start|rolldown-runtime)-.{8}[.]/

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

/** What several need, the desk not among them. */
const shared = 'shared'
let bundleOf: Map<string, string> | undefined

/** Everything that is loaded by itself when it is asked for. */
function lazyRoots(context: Rolldown.ChunkingContext): Set<string> {
  const lazy = new Set<string>()
  const waiting = Object.values(always).flat().map(pathOf)
  const seen = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    for (const asked of dynamicallyImportedIds) lazy.add(asked)
    waiting.push(...importedIds, ...dynamicallyImportedIds)
  }
  return lazy
}

/** Which bundle each module belongs to. */
function findBundles(context: Rolldown.ChunkingContext): Map<string, string> {
  const found = new Map<string, string>()
  const withIcons = (roots: readonly string[]) => {
    const modules = reachableFrom(roots, context)
    return [...modules, ...iconsOf(modules, context)]
  }
  const brought = Object.values(always).flat().map(pathOf)
  // What both sides of a sign-in need is there from the start, so that neither brings the other.
  const beforeSignIn = new Set(withIcons((bundles[landing] ?? []).map(pathOf)))
  for (const [name, files] of Object.entries(always))
    for (const id of withIcons(files.map(pathOf)))
      if (!found.has(id)) found.set(id, beforeSignIn.has(id) ? start : name)

  const bundled = new Set(Object.values(bundles).flat().map(pathOf))
  const lazy = lazyRoots(context)
  for (const id of bundled)
    if (!lazy.has(id))
      throw new Error(`${id} is not loaded by itself any more: mend the bundles in vite.config.ts`)
  const alone = [...lazy].filter((id) => !bundled.has(id) && !brought.includes(id))
  const parties: [bundle: string | undefined, roots: string[]][] = [
    ...Object.entries(bundles).map(([name, files]): [string, string[]] => [name, files.map(pathOf)]),
    ...alone.map((id): [undefined, string[]] => [undefined, [id]]),
  ]
  const needed = new Map<string, (string | undefined)[]>()
  for (const [bundle, roots] of parties)
    for (const id of withIcons(roots)) if (!found.has(id)) needed.set(id, [...(needed.get(id) ?? []), bundle])
  for (const [id, [first, ...others]] of needed) {
    const isFor = (name: string) => first === name || others.includes(name)
    const common = isFor(landing) ? start : isFor(desk) ? desk : shared
    const bundle = others.length === 0 ? first : common
    if (bundle !== undefined) found.set(id, bundle)
  }
  return found
}

/**
 * A few files instead of a hundred small ones: what is wanted together is one request, and compresses better.
 * @param isWanted of these bundles
 */
const chunksOf =
  (isWanted: (bundle: string) => boolean) =>
  (id: string, context: Rolldown.ChunkingContext): string | null => {
    bundleOf ??= findBundles(context)
    const icon = /lucide-react\/dist\/esm\/(icons\/.+)$/.exec(id)?.[1]
    const bundle = bundleOf.get(icon ?? id)
    return bundle !== undefined && isWanted(bundle) ? bundle : null
  }

/**
 * What no page needs of packages that bring it: schemas as JSON Schema, 35 KB; schemas as compiled code, which a page without `eval`
 * cannot have; care for values that hold themselves, which JSON cannot write; the reading of dates that were written in words; and the parser of
 * texts, 30 KB, which are compiled as they are built.
 */
const needless =
  /zod\/v4\/core\/(json-schema-processors|to-json-schema|doc|memoizer)[.]js$|date-fns\/locale\/[^/]+\/_lib\/match[.]js$|message-utils\/dist\/compileMessage[.]mjs$/

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
  plugins: [react(), tailwindcss(), smallFont, keptFiles, leaveOut, compileTexts, compileCatalogues],
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
        // The names of shared ones list who shares them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            {
              debugName: 'bundles',
              name: chunksOf((bundle) => bundle !== shared),
              includeDependenciesRecursively: false,
            },
            // Too large to come along with something small that the same screens share.
            { debugName: 'form', name: 'form', test: /\/(react-hook-form|@hookform|use-server-form[.]ts)/ },
            {
              debugName: 'shared',
              name: chunksOf((bundle) => bundle === shared),
              includeDependenciesRecursively: false,
              // By who shares it; smaller than this it goes with what nearly the same ones share.
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
            },
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

import { readFileSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandOf, root, runNode } from './run.ts'
import { deeds, strangeWrites } from './table-writes.ts'

/** Fewer modules than this, and the tool looked past the code: a green that means nothing. */
const fewestModules = 40

/** More files than this in a folder, tests left out, and nobody finds one by guessing where it is. */
const mostInFolder = 25
/** A feature beyond this is several; tests left out. */
const mostInFeature = { files: 60, lines: 6000 }
/** One file for each table, found by the table's name. */
const mayBeCrowded = ['src/tables']

interface Violation {
  rule: { name: string }
  from: string
  to: string
}
interface Cruise {
  modules: string[]
  violations: Violation[]
  reasons: Map<string, string>
}

async function cruise(folder: string): Promise<Cruise> {
  const args = ['src', '--config', '.dependency-cruiser.mjs', '--output-type', 'json', '--preserve-symlinks']
  const { output } = await runNode([commandOf('dependency-cruiser', 'depcruise'), ...args], { cwd: folder })
  if (!output.trimStart().startsWith('{')) throw new Error(`dependency-cruiser broke down:\n${output}`)
  const { modules, summary } = JSON.parse(output) as {
    modules: { source: string }[]
    summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string; comment: string }[] } }
  }
  const sources = modules.map(({ source }) => source).filter((source) => source.startsWith('src/'))
  const comments = summary.ruleSetUsed.forbidden.map(({ name, comment }): [string, string] => [name, comment])
  return {
    modules: sources,
    violations: [...summary.violations, ...(await strangeWrites(folder, sources))],
    reasons: new Map([...comments, ...Object.entries(deeds)]),
  }
}

const withoutTests = (modules: readonly string[]) =>
  modules.filter((source) => !/[.]test[.]tsx?$/.test(source))

function largeFeatures(folder: string, modules: readonly string[]): string[] {
  const inFeatures = withoutTests(modules).filter((source) => source.startsWith('src/features/'))
  const features = Object.entries(Object.groupBy(inFeatures, (source) => source.split('/')[2] ?? ''))
  const linesOf = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n').length - 1
  return features.flatMap(([feature, files = []]) => {
    const lines = files.reduce((sum, file) => sum + linesOf(file), 0)
    if (files.length <= mostInFeature.files && lines <= mostInFeature.lines) return []
    const most = `${mostInFeature.files} files or ${mostInFeature.lines} lines`
    return `src/features/${feature} has ${files.length} files with ${lines} lines, more than ${most}: divide it.`
  })
}

function crowdedFolders(modules: readonly string[]): string[] {
  const sources = withoutTests(modules)
  const folders = Object.entries(Object.groupBy(sources, dirname))
  return folders
    .filter(([folder, files = []]) => files.length > mostInFolder && !mayBeCrowded.includes(folder))
    .map(
      ([folder, files = []]) => `${folder} has ${files.length} files, more than ${mostInFolder}: divide it.`,
    )
}

/** Holds the sources of a folder against its .dependency-cruiser.mjs: what is wrong, a sentence each. */
export async function brokenImports(folder = root): Promise<{ modules: number; broken: string[] }> {
  const { modules, violations, reasons } = await cruise(folder)
  const broken = violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} > ${to}\n  ${reasons.get(rule.name)}`,
  )
  broken.push(...crowdedFolders(modules), ...largeFeatures(folder, modules))
  if (modules.length < fewestModules) {
    const words = `Only ${modules.length} modules were read, fewer than ${fewestModules}`
    broken.push(`${words}: the check itself is broken.`)
  }
  return { modules: modules.length, broken }
}

interface Fault {
  what: string
  file: string
  line: string
  rule: string
}

const tickets = 'src/features/tickets'
const faults: Fault[] = [
  fault(
    'web imports server',
    `${tickets}/web/api.ts`,
    '#features/tickets/server/service.ts',
    'web-not-server',
  ),
  typeFault(
    'web imports a table as type',
    `${tickets}/web/fault.tsx`,
    '#tables/tickets.ts',
    'web-not-server',
  ),
  fault(
    'screen imports server',
    'src/app/web/fault.tsx',
    '#platform/server/process/env.ts',
    'web-not-server',
  ),
  fault('web imports node:fs', `${tickets}/web/fault-node.ts`, 'node:fs', 'no-node-in-browser'),
  fault('web imports fastify', `${tickets}/web/fault-fastify.ts`, 'fastify', 'browser-packages-only'),
  fault(
    'server imports web',
    `${tickets}/server/routes.ts`,
    '#features/tickets/web/api.ts',
    'server-not-web',
  ),
  fault('server imports react', `${tickets}/server/fault-react.ts`, 'react', 'server-not-web'),
  fault(
    'platform imports feature',
    'src/platform/server/fault.ts',
    '#features/users/contract.ts',
    'platform-is-mechanism',
  ),
  fault(
    'platform imports table',
    'src/platform/server/fault-row.ts',
    '#tables/users.ts',
    'platform-is-mechanism',
  ),
  fault('feature imports app', `${tickets}/server/fault-app.ts`, '#app/server/fault-demo.ts', 'app-composes'),
  fault('feature imports screen', `${tickets}/web/fault-app.ts`, '#app/web/fault.tsx', 'app-composes'),
  fault(
    'product imports demo',
    'src/app/server/fault-demo.ts',
    '../../../demo/fault.ts',
    'product-stands-alone',
  ),
  fault('product imports test', 'src/app/server/fault-test.ts', './fault.test.ts', 'product-stands-alone'),
  fault('contract imports drizzle', `${tickets}/contract.ts`, 'drizzle-orm', 'shared-is-pure'),
  fault('policy imports node', `${tickets}/policy.ts`, 'node:crypto', 'shared-is-pure'),
  fault('contract imports policy', `${tickets}/contract.ts`, './policy.ts', 'contract-below-policy'),
  fault(
    'table imports policy',
    'src/tables/tickets.ts',
    '#features/tickets/policy.ts',
    'tables-know-contracts-only',
  ),
  fault(
    'routes import table',
    `${tickets}/server/routes.ts`,
    '#tables/tickets.ts',
    'rows-through-queries-and-service',
  ),
  fault(
    'live imports table',
    `${tickets}/server/live.ts`,
    '#tables/tickets.ts',
    'rows-through-queries-and-service',
  ),
  fault('queries import service', `${tickets}/server/queries.ts`, './service.ts', 'queries-only-read'),
  fault('service imports routes', `${tickets}/server/service.ts`, './routes.ts', 'service-below-routes'),
  fault('events import queries', `${tickets}/server/events.ts`, './queries.ts', 'events-are-names'),
  fault(
    'service declares fact',
    `${tickets}/server/service.ts`,
    '#platform/server/log/define-fact.ts',
    'facts-stand-in-events',
  ),
  deed("a feature inserts in another's table", `${tickets}/server/fault-insert.ts`, 'tx.insert(users)'),
  deed("a slice deletes in another's table", `${tickets}/list/server/fault-delete.ts`, 'tx.delete(users)'),
  deed('app updates a table', 'src/app/server/fault-update.ts', 'tx.update(users)'),
  deed('app writes SQL', 'src/app/server/fault-sql.ts', 'sql`update ${users} set role = null`'),
  deed('a feature writes SQL', `${tickets}/server/fault-sql.ts`, 'sql`delete from ${users} where true`'),
  deed(
    'platform writes SQL in words',
    'src/platform/server/fault-words.ts',
    "query('insert into users values (1)')",
  ),
  {
    ...deed('a variable hides the table', 'src/features/users/server/fault-loop.ts', 'tx.delete(hidden)'),
    rule: 'writes-name-their-table',
  },
  fault(
    'earlier imports later feature',
    'src/features/users/server/fault.ts',
    '#features/tickets/contract.ts',
    'users-comes-before',
  ),
  typeFault(
    'the same as type',
    'src/features/users/server/fault-type.ts',
    '#features/tickets/contract.ts',
    'users-comes-before',
  ),
  fault(
    "another's private file",
    `${tickets}/server/fault-private.ts`,
    '#features/users/server/fault.ts',
    'public-files-only',
  ),
  fault('calls import component', `${tickets}/web/api.ts`, './fault.tsx', 'api-below-components'),
  {
    what: 're-export',
    file: `${tickets}/server/fault-again.ts`,
    line: "export { requireVisible } from './queries.ts'",
    rule: 'no-re-exports',
  },
  fault('cycle', `${tickets}/server/fault-one.ts`, './fault-two.ts', 'no-cycles'),
  fault('dev package on the server', 'src/app/server/fault-dev.ts', 'vite', 'production-packages-only'),
  fault('package nobody declared', 'src/app/server/fault-luck.ts', 'esbuild', 'declared-packages-only'),
  fault('import of nothing', 'src/app/server/fault-nothing.ts', './nothing.ts', 'resolvable'),
  fault('unlisted feature', 'src/features/unlisted/contract.ts', 'zod', 'listed-features-only'),
]

function fault(what: string, file: string, imported: string, rule: string): Fault {
  return { what, file, line: `import * as planted from '${imported}'\nvoid planted\n`, rule }
}

function deed(what: string, file: string, write: string): Fault {
  const imported = file.startsWith('src/platform/') ? '' : "import { users } from '#tables/users.ts'\n"
  return { what, file, line: `${imported}void ${write}\n`, rule: 'tables-are-written-by-their-feature' }
}

function typeFault(what: string, file: string, imported: string, rule: string): Fault {
  return { what, file, line: `import type * as Planted from '${imported}'\nexport type { Planted }\n`, rule }
}

/** A throw-away folder with the rule, and src if wanted; hand it to `look`, then it is gone. */
export async function inCopy<T>(withSources: boolean, look: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-imports-'))
  try {
    const names = ['.dependency-cruiser.mjs', 'package.json', 'tsconfig.base.json', 'tsconfig.web.json']
    for (const name of withSources ? [...names, 'src'] : names) {
      await cp(join(root, name), join(folder, name), { recursive: true })
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return await look(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function plant(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await appendFile(path, `\n${text}`)
}

/** Plants every fault above in a copy of the sources, and names those that the rule let pass. */
export async function proveImportRule(): Promise<{ planted: number; missed: string[] }> {
  return inCopy(true, async (folder) => {
    await plant(folder, 'demo/fault.ts', 'export {}\n')
    await plant(folder, 'src/app/server/fault.test.ts', 'export {}\n')
    await plant(folder, `${tickets}/server/fault-two.ts`, "export type * from './fault-one.ts'\n")
    for (const { file, line } of faults) await plant(folder, file, line)
    const { violations } = await cruise(folder)
    const caught = (one: Fault) =>
      violations.some(({ rule, from }) => rule.name === one.rule && from === one.file)
    return { planted: faults.length, missed: faults.filter((one) => !caught(one)).map(({ what }) => what) }
  })
}

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './checks.ts'
import { findChromium } from './chromium.ts'
import { root, runNode } from './run.ts'
import { watchStart } from '#platform/server/process/start-watch.ts'
import { dumpEmptyDatabase } from '../test/empty-database.ts'
import type { Counts } from './reports.ts'
import { databases, runPlaywright, runVitest, type Outcome, type Part, type Run } from './suites.ts'

const known = ['check', 'build', 'unit', 'e2e']
/** What a run consists of. Continuous integration checks the sources besides, and takes some of the long part. */
const partsOf: Record<string, Part[]> = {
  short: ['short'],
  long: ['long'],
  ci: ['short', 'dose'],
  all: ['short', 'long'],
}
const usage = `npm test -- [--part ${Object.keys(partsOf).join('|')}] [--only ${known.join('|')}]... [--database pglite|postgres] [pattern]...
npm run test:long -- [--only unit|e2e]... [--database pglite|postgres] [pattern]...
ci is the checks, the short part and a dose of the long one; all is the checks and both parts.
A pattern is part of a test file's name; with one, only unit and e2e tests run.
TEST_SEED=<number> has the random choices of an earlier run made again.`

const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    database: { type: 'string' },
    part: { type: 'string', default: 'short' },
    help: { type: 'boolean', default: false },
  },
})
const only = values.only.flatMap((names) => names.split(','))
const chosen = databases.filter((database) => values.database === undefined || values.database === database)
const chosenParts = partsOf[values.part] ?? []
const isUnderstood = chosen.length > 0 && chosenParts.length > 0 && only.every((name) => known.includes(name))
if (values.help || !isUnderstood) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
const onlyTests = values.part === 'long' || patterns.length > 0
const isWhole = values.part === 'ci' || values.part === 'all'
function wants(name: string): boolean {
  if (only.length > 0) return only.includes(name)
  if (name === 'check') return isWhole && !onlyTests
  return !onlyTests || name !== 'build'
}
const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))
const isDivided = chosen.length > 1 && patterns.length === 0
const runs: Run[] = chosenParts.flatMap((part) =>
  chosen.map((database) => ({ part, database, patterns, seed, isDivided })),
)

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const outcomes: Outcome[] = []
function add(counts: Partial<Counts>): void {
  total.passed += counts.passed ?? 0
  total.failed += counts.failed ?? 0
  total.skipped += counts.skipped ?? 0
}

function tell(outcome: Outcome): void {
  const { name, seconds, output, passed, failed, skipped } = outcome
  if (output !== '') console.log(`\n${output}`)
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok    '}  ${name}  ${seconds.toFixed(0)} s: ${passed} passed, ${failed} failed${left}`,
  )
  outcomes.push(outcome)
  add(outcome)
}

let isBuilt = false
async function build(): Promise<void> {
  const done = await runNode([join(root, 'scripts', 'build.ts')])
  const ok = done.code === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'}  build     ${done.seconds.toFixed(1)} s\n${done.output.trimEnd()}`)
  add(ok ? { passed: 1 } : { failed: 1 })
  // Past a budget the web is there all the same, and worth testing.
  isBuilt = (await runNode([join(root, 'scripts', 'build.ts'), '--no-budget'])).code === 0
}

async function inBrowser(run: Run): Promise<void> {
  console.log(`\nBrowser tests, ${run.part}, on ${run.database}`)
  try {
    if (!isBuilt) throw new Error('Not run, because there is no web to test.')
    tell(await runPlaywright(run, await findChromium()))
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    add({ failed: 1 })
  }
}

function tellSlowest(): void {
  const files = outcomes.flatMap(({ name, files: of }) => of.map((file) => ({ ...file, suite: name })))
  console.log('\nThe ten slowest files')
  for (const { name, seconds, suite } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name} (${suite})`)
}

console.log(`TEST_SEED=${seed}`)
const begun = performance.now()
const unitRuns = wants('unit') ? runs : []
// Through a browser PostgreSQL is looked at in the long part: every call is tested on it in the short one.
const browserRuns = wants('e2e')
  ? runs.filter(({ part, database }) => part !== 'short' || database === chosen[0])
  : []

async function throughCalls(database: Run['database'] | undefined): Promise<void> {
  for (const run of unitRuns) if (run.database === database) tell(await runVitest(run))
}

async function throughBrowsers(): Promise<void> {
  for (const run of browserRuns) await inBrowser(run)
}

const isOnPglite = ({ database }: Run) => database === 'pglite'
const removeDump = [...unitRuns, ...browserRuns].some(isOnPglite)
  ? await watchStart(dumpEmptyDatabase)
  : undefined
if (wants('check')) add(await runChecks())
// Before anything runs: some tests of the long part start what was built, and two who build at once take it from each other.
if (wants('build') || wants('e2e') || unitRuns.some(({ part }) => part === 'long')) await build()
// Beside the browsers one database: with both, single tests take ten times as long as alone. No test may need a quiet machine.
const [first, second] = chosen
await Promise.all([throughCalls(first), throughBrowsers().then(() => throughCalls(second))])
await removeDump?.()

if (outcomes.length > 0) tellSlowest()
console.log(`\nAll of it took ${((performance.now() - begun) / 60_000).toFixed(1)} minutes.`)
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
const mayRunNothing = values.part === 'long'
if (total.failed > 0 || (total.passed === 0 && !mayRunNothing)) process.exitCode = 1

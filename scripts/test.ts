import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkNames, runChecks } from './checks.ts'
import { findChromium } from './chromium.ts'
import { root, runNode } from './run.ts'
import { databases, runPlaywright, runVitest, type Counts, type Database } from './suites.ts'

const known = [...checkNames, 'check', 'build', 'unit', 'e2e']
const usage = `npm test -- [--only ${known.join('|')}]... [--database pglite|postgres] [pattern]...
A pattern is part of a test file's name; with one, only unit and e2e tests run.`

const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const only = values.only.flatMap((names) => names.split(','))
const chosen = databases.filter((database) => values.database === undefined || values.database === database)
if (values.help || chosen.length === 0 || only.some((name) => !known.includes(name))) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
const wants = (name: string) =>
  only.length > 0 ? only.includes(name) : patterns.length === 0 || name === 'unit' || name === 'e2e'

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
function add(counts: Partial<Counts>): void {
  total.passed += counts.passed ?? 0
  total.failed += counts.failed ?? 0
  total.skipped += counts.skipped ?? 0
}

async function build(): Promise<boolean> {
  const done = await runNode([join(root, 'scripts', 'build.ts')])
  const ok = done.code === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'}  build     ${done.seconds.toFixed(1)} s\n${done.output.trimEnd()}`)
  add(ok ? { passed: 1 } : { failed: 1 })
  // Past a budget the web is there all the same, and worth testing.
  return (await runNode([join(root, 'scripts', 'build.ts'), '--no-budget'])).code === 0
}

async function inBrowser(database: Database): Promise<Counts> {
  try {
    return await runPlaywright(database, patterns, await findChromium())
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const checks = wants('check') ? [] : checkNames.filter(wants)
if (wants('check') || checks.length > 0) add(await runChecks(checks))
const built = wants('build') || wants('e2e') ? await build() : false
for (const database of wants('unit') ? chosen : []) {
  console.log(`\nUnit, HTTP and socket tests on ${database}`)
  add(await runVitest(database, patterns))
}
for (const database of wants('e2e') ? chosen : []) {
  console.log(`\nBrowser tests on ${database}`)
  if (!built) console.log('Not run, because there is no web to test.')
  add(built ? await inBrowser(database) : { failed: 1 })
}

if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0 || total.passed === 0) process.exitCode = 1

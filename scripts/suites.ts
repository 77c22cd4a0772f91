import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readPlaywright, readVitest, type Report } from './reports.ts'
import { commandOf, root, runNode } from './run.ts'

export const databases = ['pglite', 'postgres'] as const
type Database = (typeof databases)[number]
/**
 * The short part is what `npm test` runs; the long one are the files named *.long.test.ts and *.long.spec.ts, and what the short part
 * of the same seed has left out; a dose is some of the long one, as scripts/test-files.ts says.
 */
export type Part = 'short' | 'dose' | 'long'

export interface Run {
  part: Part
  database: Database
  /** Parts of names of test files; all when empty. */
  patterns: string[]
  /** Of every random choice in the tests. */
  seed: number
  /** Whether the parts share the files between them, as scripts/test-files.ts says. */
  isDivided: boolean
}

export interface Outcome extends Report {
  /** What was run: "unit, short, pglite". */
  name: string
  seconds: number
  /** What it said, where it was not shown as it came. */
  output: string
}

const resultsFolder = join(root, 'test-results')

const nameOf = (kind: string, { part, database }: Run) => `${kind}-${part}-${database}`

/** A pattern may fit no file, and there may be no long one. */
const mayBeEmpty = ({ part, patterns }: Run) => part !== 'short' || patterns.length > 0

/** What a suite says of itself, corrected by how it ended: one that died or ran nothing has failed at least once. */
function judge(report: Report | undefined, code: number, mayRunNothing: boolean): Report & { why?: string } {
  const said = report ?? { passed: 0, failed: 0, skipped: 0, files: [] }
  const ran = said.passed + said.failed
  if (said.failed > 0 || (code === 0 && (ran > 0 || mayRunNothing))) return said
  const why = report && ran === 0 ? 'ran no test' : `ended with code ${code} without naming a failed test`
  return { ...said, failed: 1, why }
}

/** In a log file colours are noise. The two runners do not agree on the word for that. */
const plain = (how: Record<string, string>) => (process.stdout.isTTY ? {} : how)

async function runSuite(
  kind: string,
  run: Run,
  read: (text: string) => Report,
  { args, env, show, limitMinutes }: SuiteProcess,
): Promise<Outcome> {
  const name = nameOf(kind, run)
  const reportFile = reportFileOf(name)
  await mkdir(resultsFolder, { recursive: true })
  await rm(reportFile, { force: true })
  const { code, seconds, output } = await runNode(args, {
    show,
    limitMinutes,
    env: {
      ...env,
      TEST_PART: run.part,
      TEST_DATABASE: run.database,
      TEST_SEED: String(run.seed),
      ...(run.isDivided && { TEST_DIVIDED: 'yes' }),
    },
  })
  const report = existsSync(reportFile) ? read(await readFile(reportFile, 'utf8')) : undefined
  const { why, ...judged } = judge(report, code, mayBeEmpty(run))
  const last = why === undefined ? '' : `\n${name} ${why}: counted as failed.`
  return { ...judged, name, seconds, output: `${output.trimEnd()}${last}` }
}

interface SuiteProcess {
  args: string[]
  env: Record<string, string>
  show: boolean
  limitMinutes: number
}

const reportFileOf = (name: string) => join(resultsFolder, `${name}.json`)

/** Unit, HTTP and socket tests. */
export function runVitest(run: Run): Promise<Outcome> {
  const reporters = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${reportFileOf(nameOf('unit', run))}`,
  ]
  return runSuite('unit', run, readVitest, {
    args: [commandOf('vitest'), 'run', ...reporters, '--passWithNoTests', ...run.patterns],
    // Others run beside it.
    show: false,
    limitMinutes: 60,
    env: plain({ NO_COLOR: '1' }),
  })
}

/** Browser tests. They serve the web that lies in dist/web. */
export function runPlaywright(run: Run, chromium: string): Promise<Outcome> {
  const args = ['test', '--reporter=dot,json', '--pass-with-no-tests', ...run.patterns]
  return runSuite('e2e', run, readPlaywright, {
    args: [commandOf('@playwright/test', 'playwright'), ...args],
    show: true,
    limitMinutes: 50,
    env: {
      ...plain({ FORCE_COLOR: '0' }),
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFileOf(nameOf('e2e', run)),
    },
  })
}

import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf, root, runNode } from './run.ts'

export const databases = ['pglite', 'postgres'] as const
export type Database = (typeof databases)[number]
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const resultsFolder = join(root, 'test-results')

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
interface PlaywrightSuite {
  specs: { title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Timing on a machine that does other things beside: told, so that it is looked at, and not held against the change. */
function tellRepeated(names: string[]): void {
  if (names.length > 0) console.log([`Passed only when repeated: ${names.length}`, ...names].join('\n  '))
}

function countVitest(text: string): Counts {
  const report = JSON.parse(text) as VitestReport
  tellRepeated(
    report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n')[0]}`),
  )
  // A file that could not even be loaded has no tests to report as failed.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

const flakyIn = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(flakyIn),
]

function countPlaywright(text: string): Counts {
  const { stats, errors, suites } = JSON.parse(text) as PlaywrightReport
  tellRepeated(suites.flatMap(flakyIn))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** What a suite says of itself, corrected by how it ended: one that died or ran nothing has failed at least once. */
async function judge(
  name: string,
  reportFile: string,
  count: (report: string) => Counts,
  code: number,
  mayBeEmpty: boolean,
): Promise<Counts> {
  const none = { passed: 0, failed: 0, skipped: 0 }
  const written = existsSync(reportFile)
  const counts = written ? count(await readFile(reportFile, 'utf8')) : none
  const ran = counts.passed + counts.failed
  if (code === 0 && (ran > 0 || mayBeEmpty)) return counts
  if (counts.failed > 0) return counts
  const why = written && ran === 0 ? 'ran no test' : `ended with code ${code} without naming a failed test`
  console.log(`${name} ${why}: counted as failed.`)
  return { ...counts, failed: 1 }
}

/** In a log file colours are noise. The two runners do not agree on the word for that. */
const plain = (how: Record<string, string>) => (process.stdout.isTTY ? {} : how)

async function freshReportFile(name: string): Promise<string> {
  const file = join(resultsFolder, `${name}.json`)
  await mkdir(resultsFolder, { recursive: true })
  await rm(file, { force: true })
  return file
}

/** Unit, HTTP and socket tests. A pattern that fits none of them is no failure; without one, nothing is. */
export async function runVitest(database: Database, patterns: string[]): Promise<Counts> {
  const name = `unit-${database}`
  const reportFile = await freshReportFile(name)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { code } = await runNode(
    [commandOf('vitest'), 'run', ...reporters, '--passWithNoTests', ...patterns],
    {
      show: true,
      limitMinutes: 20,
      env: { ...plain({ NO_COLOR: '1' }), TEST_DATABASE: database },
    },
  )
  return judge(name, reportFile, countVitest, code, patterns.length > 0)
}

/** Browser tests. They serve the web that lies in dist/web. */
export async function runPlaywright(
  database: Database,
  patterns: string[],
  chromium: string,
): Promise<Counts> {
  const name = `e2e-${database}`
  const reportFile = await freshReportFile(name)
  const args = ['test', '--reporter=dot,json', '--pass-with-no-tests', ...patterns]
  const { code } = await runNode([commandOf('@playwright/test', 'playwright'), ...args], {
    show: true,
    limitMinutes: 50,
    env: {
      ...plain({ FORCE_COLOR: '0' }),
      TEST_DATABASE: database,
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    },
  })
  return judge(name, reportFile, countPlaywright, code, patterns.length > 0)
}

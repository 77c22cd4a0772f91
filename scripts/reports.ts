import { relative } from 'node:path'
import { root } from './run.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Report extends Counts {
  files: { name: string; seconds: number }[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** What Vitest's JSON reporter wrote. */
export function readVitest(text: string): Report {
  const report = JSON.parse(text) as VitestReport
  // A file that could not even be loaded has no tests to report as failed.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  // Nothing is repeated by the configuration; should a file have itself repeated, its first answer counts.
  const repeated = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
  for (const { fullName } of repeated) console.log(`Passed only when repeated, so failed: ${fullName}`)
  return {
    passed: report.numPassedTests - repeated.length,
    failed: report.numFailedTests + repeated.length + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

interface PlaywrightSuite {
  file: string
  specs: { tests: { results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

const secondsIn = ({ specs, suites = [] }: PlaywrightSuite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1000, 0) +
  suites.reduce((sum, suite) => sum + secondsIn(suite), 0)

/** What Playwright's JSON reporter wrote. */
export function readPlaywright(text: string): Report {
  const { stats, errors, suites } = JSON.parse(text) as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    files: suites.map((suite) => ({ name: `test/e2e/${suite.file}`, seconds: secondsIn(suite) })),
  }
}

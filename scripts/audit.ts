import { execFile } from 'node:child_process'
import { z } from 'zod'
import { root } from './run.ts'

/** As `npm audit --json` answers; without counts the registry has not answered. */
const Report = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number() }) }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
})

/** Asks the registry which packages that ship have known vulnerabilities. @returns what it printed, also where it failed */
const ask = () =>
  new Promise<string>((done) =>
    execFile('npm', ['audit', '--omit=dev', '--json'], { cwd: root, timeout: 60_000 }, (_error, output) =>
      done(output),
    ),
  )

function parse(output: string) {
  try {
    return Report.safeParse(JSON.parse(output)).data
  } catch {
    return undefined
  }
}

const report = parse(await ask())
if (!report) console.log('skipped: the registry of packages does not answer what is vulnerable')
else {
  const { high, critical } = report.metadata.vulnerabilities
  if (high + critical > 0) {
    for (const [name, { severity, range }] of Object.entries(report.vulnerabilities))
      if (['high', 'critical'].includes(severity)) console.error(`${severity}: ${name} ${range}`)
    process.exitCode = 1
  }
}

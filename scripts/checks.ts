import { join } from 'node:path'
import { inLanes } from './lanes.ts'
import { commandOf, root, runNode } from './run.ts'

interface Check {
  name: string
  args: string[]
}

const script = (name: string, ...args: string[]) => [join(root, 'scripts', name), ...args]

/** The long ones first, so that two at a time end together. */
const allChecks: readonly Check[] = [
  // With the types: the linter needs them anyway, and says what the compiler would.
  { name: 'lint', args: [commandOf('oxlint'), '--deny-warnings'] },
  { name: 'unused', args: [commandOf('knip'), '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'imports', args: script('imports.ts') },
  { name: 'format', args: [commandOf('oxfmt'), '--check'] },
  {
    name: 'texts',
    args: [commandOf('@lingui/cli', 'lingui'), 'check', 'sync', '--clean', '--verbose', '--workers', '1'],
  },
  { name: 'translations', args: [commandOf('@lingui/cli', 'lingui'), 'check', 'missing', '--workers', '1'] },
  { name: 'migrations', args: script('migrations.ts') },
  { name: 'deploy', args: script('deploy/check.ts') },
  { name: 'api-page', args: script('api-doc.ts', '--check') },
  { name: 'audit', args: script('audit.ts') },
]
export const checkNames = allChecks.map(({ name }) => name)

async function run({ name, args }: Check): Promise<boolean> {
  const { code, seconds, output } = await runNode(args)
  const ok = code === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(8)}  ${seconds.toFixed(1)} s`)
  if (!ok) console.log(output.trim().replaceAll(/^/gm, '  '))
  else for (const [skipped] of output.matchAll(/^skipped: .+$/gm)) console.log(`        ${skipped}`)
  return ok
}

/**
 * Runs the checks that need no running product, a line each and what the failing ones said.
 * @param only names of checks to run; all when empty
 * @param lanes how many at a time
 */
export async function runChecks(only: string[] = [], lanes = 2): Promise<{ passed: number; failed: number }> {
  const chosen = allChecks.filter(({ name }) => only.length === 0 || only.includes(name))
  const outcome = { passed: 0, failed: 0 }
  await inLanes(
    lanes,
    chosen.map((check) => async () => {
      if (await run(check)) outcome.passed++
      else outcome.failed++
    }),
  )
  return outcome
}

import { join } from 'node:path'
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
  { name: 'comments', args: script('comments.ts') },
  { name: 'configuration', args: script('configuration-doc.ts', '--check') },
  { name: 'audit', args: script('audit.ts') },
]
/** Runs a check and prints a line about it, and the words of one that failed. */
async function run({ name, args }: Check): Promise<void> {
  const { code, seconds, output } = await runNode(args)
  const ok = code === 0
  if (!ok) process.exitCode = 1
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(13)}  ${seconds.toFixed(1)} s`)
  if (!ok) console.log(output.trim().replaceAll(/^/gm, '  '))
  else for (const [skipped] of output.matchAll(/^skipped: .+$/gm)) console.log(`        ${skipped}`)
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !allChecks.some((check) => check.name === name))
if (unknown === undefined) {
  const waiting = allChecks.filter(({ name }) => names.length === 0 || names.includes(name))
  const runNext = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await run(check)
  }
  await Promise.all([runNext(), runNext()])
} else {
  console.error(`There is no check "${unknown}". There are: ${allChecks.map(({ name }) => name).join(', ')}.`)
  process.exitCode = 1
}

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, runNode } from '../run.ts'

interface Part {
  file: string
  args: string[]
  /** For a look in between. */
  quick: string[]
  /** Takes an hour, or is asked for by name for another reason. */
  isLong?: true
}

const parts: Record<string, Part> = {
  calls: { file: 'calls.ts', args: [], quick: ['--quick', '--database', 'postgres'] },
  lists: { file: 'lists.ts', args: [], quick: ['--quick', '--tickets', '20000', '--database', 'postgres'] },
  million: {
    file: 'lists.ts',
    args: ['--tickets', '1000000', '--database', 'postgres'],
    quick: [],
    isLong: true,
  },
  costs: { file: 'costs.ts', args: [], quick: ['--starts', '1', '--load', '5', '--database', 'postgres'] },
  sockets: {
    file: 'sockets.ts',
    args: ['--database', 'postgres'],
    quick: ['--sockets', '1000', '--database', 'postgres'],
  },
  users: { file: 'users.ts', args: [], quick: [], isLong: true },
  backup: {
    file: 'backup.ts',
    args: [],
    quick: ['--tickets', '5000', '--gigabytes', '0.1'],
    isLong: true,
  },
  mixed: {
    file: 'mixed.ts',
    args: ['--database', 'postgres'],
    quick: ['--minutes', '2', '--database', 'postgres'],
    isLong: true,
  },
}

const named = (areLong: boolean) =>
  Object.keys(parts).filter((name) => (parts[name]?.isLong ?? false) === areLong)

const usage = `npm run bench -- [--quick] [--write] [PART]... [-- OPTION...]
Without a PART: ${named(false).join(', ')}. By name: ${named(true).join(', ')}.
--quick takes less than four minutes; --write puts the figures into docs/performance.md; an OPTION goes to the part, whose file names them.`

const own = process.argv.slice(2)
const dashes = own.indexOf('--')
const passedOn = dashes === -1 ? [] : own.slice(dashes + 1)
const { values: options, positionals } = parseArgs({
  args: dashes === -1 ? own : own.slice(0, dashes),
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const chosen = positionals.length > 0 ? positionals : named(false)
const isUnderstood = chosen.every((name) => name in parts)
if (options.help || !isUnderstood) {
  console.log(usage)
  process.exit(options.help ? 0 : 1)
}

const page = join(root, 'docs', 'performance.md')
const markOf = (name: string) => `<!-- ${name} -->`

/** Puts what a part has printed between its marks on the page of figures. @throws when the page has no place for it */
function write(name: string, printed: string): void {
  const text = readFileSync(page, 'utf8')
  const [before, , after] = text.split(markOf(name))
  if (before === undefined || after === undefined) throw new Error(`${page} has no place for ${name}`)
  writeFileSync(page, [before, `\n${printed.trim()}\n`, after].join(markOf(name)))
}

function conditions(command: string): string {
  const [cpu] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const load = loadavg()[0]?.toFixed(1)
  const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  return `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${machine}; load before ${load}.`
}

for (const name of chosen) {
  const part = parts[name]
  if (!part) continue
  const { file, args, quick } = part
  const said = ['npm run bench --', ...(options.quick ? ['--quick'] : []), name]
  const command = [...said, ...(passedOn.length > 0 ? ['--', ...passedOn] : [])].join(' ')
  const heading = conditions(command)
  console.log(`\n${heading}`)
  const usual = options.quick ? quick : args
  const { code, output, seconds } = await runNode([join(import.meta.dirname, file), ...usual, ...passedOn], {
    limitMinutes: 180,
  })
  console.log(`${output.trim()}\n\n${name}: ${seconds.toFixed(0)} s`)
  if (code !== 0) process.exitCode = 1
  else if (options.write) write(name, `${heading}\n\n${output.trim()}`)
}

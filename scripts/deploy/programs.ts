import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificate } from '#test/services/certificate.ts'
import { root } from '../run.ts'

interface Asked {
  faults: string[]
  /** Why something was not looked at. */
  skipped?: string
}

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const knows = (program: string, option: string) =>
  spawnSync(program, ['--help'], { encoding: 'utf8' }).stdout.includes(option)

interface Question {
  args: string[]
  env?: Record<string, string>
  /** Whatever it says is a fault, even if it ends well. */
  isSilent?: boolean
  /** An option that older ones do not have. */
  option?: string
}

/** What a program has to say against a file; it may need a folder to lay it out in. */
function ask(program: string, about: string, question: (folder: string) => Question): Asked {
  if (!isThere(program)) return { faults: [], skipped: `skipped: ${about}, for ${program} is not installed` }
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-deploy-'))
  try {
    const { args, env, isSilent, option } = question(folder)
    if (option !== undefined && !knows(program, option))
      return { faults: [], skipped: `skipped: ${about}, for this ${program} has no ${option}` }
    const { status, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, ...env },
    })
    const said = `${stdout}${stderr}`.trim()
    const isWell = status === 0 && (said === '' || !isSilent)
    return { faults: isWell ? [] : [`${about}: ${said || `${program} ended with ${status}`}`] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const unit = 'deploy/systemd/signalbox@.service'
/** Beyond this `systemd-analyze security` no longer calls a unit OK: of ten, in tenths. */
const exposedAtMost = '20'

function layUnit(folder: string): string {
  const file = join(folder, 'signalbox@3001.service')
  writeFileSync(file, read(unit).replace('/opt/signalbox/node_modules/.bin/node', process.execPath))
  return file
}

/**
 * Lays out the example of nginx with a certificate, and a frame that needs nothing of the machine.
 * @param replace what stands in the example, and what in its place
 * @returns what nginx is to be called with
 */
export function layNginx(folder: string, replace: Record<string, string> = {}): string[] {
  writeFileSync(join(folder, 'fullchain.pem'), certificate.cert)
  writeFileSync(join(folder, 'privkey.pem'), certificate.key)
  const text = Object.entries({
    '/etc/letsencrypt/live/desk.example.com': folder,
    ...replace,
  }).reduce((changed, [from, to]) => changed.replaceAll(from, to), read('deploy/nginx/signalbox.conf'))
  writeFileSync(join(folder, 'signalbox.conf'), text)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr warn; events { worker_connections 4096; } http { access_log off; ${places.join(' ')} include ${folder}/signalbox.conf; }`,
  )
  return ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr']
}

/** Has the programs of the machine read what is written for them. */
export function askPrograms(): Asked[] {
  return [
    ask('systemd-analyze', unit, (folder) => ({
      args: ['verify', '--man=no', layUnit(folder)],
      // It passes over what it does not know.
      isSilent: true,
    })),
    ask('systemd-analyze', `what ${unit} is open to`, (folder) => ({
      args: ['security', '--offline=true', '--no-pager', `--threshold=${exposedAtMost}`, layUnit(folder)],
      option: '--threshold',
    })),
    ask('nginx', 'deploy/nginx/signalbox.conf', (folder) => ({ args: ['-t', ...layNginx(folder)] })),
    ask('caddy', 'deploy/compose/Caddyfile', (folder) => {
      cpSync(join(root, 'deploy/compose/Caddyfile'), join(folder, 'Caddyfile'))
      const env = { DOMAIN: 'desk.example.com', FILES_DOMAIN: 'files.example.com', HOME: folder }
      return { args: ['validate', '--adapter', 'caddyfile', '--config', 'Caddyfile'], env }
    }),
    ask('sh', 'deploy/compose/secrets.sh', () => ({ args: ['-n', join(root, 'deploy/compose/secrets.sh')] })),
  ]
}

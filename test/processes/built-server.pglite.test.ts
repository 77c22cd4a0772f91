import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/run.ts'
import { layEmptyDatabase } from '#test/empty-database.ts'
import { startCollector } from '#test/services/otlp.ts'

const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-built-'))
const inCopy = (name: string) => path.join(copy, name)
const data = inCopy('data')
let running: ChildProcess | undefined

beforeAll(() => {
  for (const name of ['src', 'scripts', 'migrations', 'package.json', 'package-lock.json'])
    fs.cpSync(path.join(root, name), inCopy(name), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), inCopy('node_modules'))
  // Nothing is to be installed into the packages of whoever tests; and the web takes long, so it is one empty page.
  fs.writeFileSync(inCopy('scripts/setup.mjs'), '')
  fs.writeFileSync(inCopy('index.html'), '<title>An empty page</title>')
  fs.writeFileSync(inCopy('vite.config.ts'), "export default { build: { outDir: 'dist/web' } }")
  layEmptyDatabase(data)
})

async function stop(): Promise<void> {
  if (running?.pid === undefined) return
  const ended = once(running, 'close')
  // The server is the child of a shell, which is the child of npm.
  process.kill(-running.pid, 'SIGTERM')
  running = undefined
  await ended
}
afterEach(stop)
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }))

/** @returns what a server says of itself when it is there, and its address */
async function start(some: Record<string, string> = {}): Promise<{ name: string; url: string }> {
  await stop()
  const { PATH = '', HOME = '' } = process.env
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: copy,
    // A busy test machine must not be taken for a crowd.
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'silent', LOAD_SHEDDING: 'off', DATA_DIR: data, ...some },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running = npm
  let output = ''
  return new Promise((resolve, reject) => {
    npm.once('close', () => reject(new Error(`npm start ended: ${output}`)))
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, name, url] = /^(\w+) listens on (\S+)$/m.exec(output) ?? []
        if (name !== undefined && url !== undefined) resolve({ name, url })
      })
  })
}

function replaceIn(file: string, text: string, by: string): void {
  const before = fs.readFileSync(inCopy(file), 'utf8')
  expect(before).toContain(text)
  fs.writeFileSync(inCopy(file), before.replaceAll(text, by))
}

test('a shell that has found an old Node installs the packages, and is used for nothing else', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const before = Object.entries(scripts).filter(([name]) => name.startsWith('pre'))
  expect(before.map(([, command]) => command)).toEqual(before.map(() => 'node scripts/setup.mjs'))
  expect(before.map(([name]) => name)).toContain('prestart')
})

test('`npm start` runs the server as it was built, and builds it anew when a source has changed', async () => {
  const collector = await startCollector()
  const { name, url } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect(name).toBe('Signalbox')
  const statusOf = async (at: string) => (await fetch(`${url}${at}`)).status
  // Files beside the sources and in packages are found from the place of the built server.
  expect(await Promise.all(['/', '/readyz', '/api-docs'].map(statusOf))).toEqual([200, 200, 200])
  const refused = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'accept-language': 'de', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'of nobody' }),
  })
  expect(await refused.text()).toContain('E-Mail-Adresse oder Passwort falsch')

  // Code that is loaded only for a collector is found, too; a stop sends what there is.
  await stop()
  expect(collector.spans.map((span) => span.name)).toContain('POST /api/auth/login')
  expect(collector.spans.map(({ kind }) => kind)).toContain('client')
  await collector.close()

  replaceIn('dist/server/main.js', '${productName} listens', 'Builtbox listens')
  expect((await start()).name).toBe('Builtbox')

  replaceIn('src/app/product.ts', "'Signalbox'", "'Otherbox'")
  expect((await start()).name).toBe('Otherbox')
})

test('a command runs as it was built, and from the sources once one of them has changed', () => {
  const script = inCopy('scripts/build.ts')
  expect(spawnSync(process.execPath, [script, '--no-budget', 'server']).status).toBe(0)
  const help = () => spawnSync('npm', ['run', '--silent', 'backup', '--', '--help'], { cwd: copy }).stdout
  replaceIn('dist/server/backup-command.js', 'copies everything', 'as built, copies everything')
  expect(String(help())).toContain('as built, copies everything')
  fs.appendFileSync(inCopy('src/app/product.ts'), '\n')
  expect(String(help())).toMatch(/FILE +copies everything/)
})

// Runs before `npm start`, `npm test` and `npm run demo`, on whatever Node and npm the machine has and before
// anything is installed: so plain JavaScript, and nothing but what Node itself brings.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const windows = process.platform === 'win32'
const root = fileURLToPath(new URL('..', import.meta.url))
const lockFile = join(root, 'package-lock.json')
const stampFile = join(root, 'node_modules', '.signalbox-setup')
const packagedNode = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const { engines, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const packagedNodes = Object.keys(optionalDependencies)
/** What package.json asks of those who bring their own Node. */
const [wanted, wantedMajor, wantedMinor] = /(\d+)[.](\d+)/.exec(engines.node)
const ownNodeWillDo = major > wantedMajor || (major === Number(wantedMajor) && minor >= wantedMinor)

function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

const readOrEmpty = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/**
 * Someone ran `npm ci` by hand, perhaps with --omit=dev: leave that alone when it is what the lock file asks for.
 * A server with a finished build does not need the developer's packages; everything else does.
 */
function installedByHand() {
  const hidden = readOrEmpty(join(root, 'node_modules', '.package-lock.json'))
  if (hidden === '') return false
  const developerToo =
    process.env.npm_lifecycle_event !== 'prestart' ||
    !['web', 'server'].every((name) => existsSync(join(root, 'dist', `.${name}-hash`)))
  const installed = JSON.parse(hidden).packages
  const wanted = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages)
  return wanted.every(([path, { version, dev, optional, devOptional, peer }]) => {
    if (path === '') return true
    if (installed[path]) return installed[path].version === version
    return optional || devOptional || peer || (dev && !developerToo)
  })
}

function install() {
  console.log('Installing packages (npm ci), about a minute the first time.')
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: windows })
  if (done.status !== 0) {
    console.error(done.stdout ?? '', done.stderr ?? '', done.error ?? '')
    giveUp('Installing packages failed: npm says why above.')
  }
}

/** npm 10, which comes with Node 20, installs the packaged Node but does not link a command called "node". */
function linkPackagedNode() {
  const found = packagedNodes.find((name) => existsSync(join(root, 'node_modules', name)))
  if (found === undefined || existsSync(packagedNode)) return
  if (windows) writeFileSync(packagedNode, `@"%~dp0\\..\\${found}\\bin\\node.exe" %*\r\n`)
  else symlinkSync(`../${found}/bin/node`, packagedNode)
}

/**
 * The packaged Node is for Linux with glibc and for Windows, where npm has one version for all; elsewhere the machine's own has
 * to be new enough.
 */
function settleOnNode() {
  linkPackagedNode()
  if (spawnSync(packagedNode, ['--version'], { shell: windows }).status === 0) return
  if (!ownNodeWillDo) {
    giveUp(
      `No packaged Node runs on this machine (${process.platform} ${process.arch}): ` +
        `please install Node ${wanted} or newer, this is ${process.versions.node}.`,
    )
  }
  rmSync(packagedNode, { force: true })
}

if (major < 20)
  giveUp(`Signalbox needs Node 20 or newer to begin with; this is Node ${process.versions.node}.`)
if (!existsSync(lockFile)) giveUp('package-lock.json is missing: please take a complete copy of the sources.')

const lockHash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
const stamp = `${lockHash} ${process.platform}-${process.arch}\n`
if (readOrEmpty(stampFile) !== stamp) {
  const byHand = installedByHand()
  if (!byHand) install()
  settleOnNode()
  if (!byHand) writeFileSync(stampFile, stamp)
}

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const env = process.env

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    // The same browser without its own windows, which take a fifth of the processor time of a test.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
}

const playwrightCache: Partial<Record<NodeJS.Platform, string>> = {
  linux: join(homedir(), '.cache', 'ms-playwright'),
  darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  win32: join(env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
}

const insidePlaywrightFolder = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win64/chrome.exe',
  'chrome-win/chrome.exe',
]

function fromPlaywright(): string[] {
  const cache = env.PLAYWRIGHT_BROWSERS_PATH ?? playwrightCache[process.platform] ?? ''
  if (!existsSync(cache)) return []
  const newestFirst = readdirSync(cache)
    .filter((name) => name.startsWith('chromium-'))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst.flatMap((name) => insidePlaywrightFolder.map((file) => join(cache, name, file)))
}

/** The browser that is already on this machine, if there is one. CHROMIUM_PATH wins, even over a better guess. */
export function installedChromium(): string | undefined {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  return [...(usualPlaces[process.platform] ?? []), ...fromPlaywright()].find((file) => existsSync(file))
}

function installOnDebian(): void {
  console.log("No Chromium found: installing Debian's (apt-get install chromium-headless-shell).")
  const options = {
    encoding: 'utf8',
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  const steps = [['update'], ['install', '-y', 'chromium-headless-shell']]
  for (const step of steps) {
    const done = spawnSync('apt-get', step, options)
    if (done.status !== 0) throw new Error(`apt-get ${step.join(' ')} failed:\n${done.stderr}`)
  }
}

/** The path of a Chromium to test with; installs one where that is possible without asking, else throws how to. */
export async function findChromium(): Promise<string> {
  const found = installedChromium()
  if (found !== undefined) {
    if (!existsSync(found)) throw new Error(`CHROMIUM_PATH is ${found}, but there is no such file.`)
    return found
  }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    installOnDebian()
    const installed = installedChromium()
    if (installed !== undefined) return installed
  }
  throw new Error(
    'The browser tests need a Chromium: install Chromium or Google Chrome, run ' +
      '`npx playwright install chromium`, or set CHROMIUM_PATH to the file of one.',
  )
}

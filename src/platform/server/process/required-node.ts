import fs from 'node:fs'
import { z } from 'zod'

const packageFile = new URL('../../../../package.json', import.meta.url)
const Package = z.object({ engines: z.object({ node: z.string().regex(/^>=\d+[.]\d+$/) }) })

/** Thrown with one sentence that says which version is needed. */
export class NodeTooOld extends Error {}

const numbersOf = (version: string) => version.replace('>=', '').split('.').map(Number)

/**
 * Holds the process to the version that package.json names. An older one would start, and pass over `shouldUpgradeCallback`: then any
 * request at any address could become a socket.
 * @throws {NodeTooOld}
 */
export function requireNode(present = process.versions.node): void {
  const { engines } = Package.parse(JSON.parse(fs.readFileSync(packageFile, 'utf8')))
  const [major = 0, minor = 0] = numbersOf(present)
  const [wantedMajor = 0, wantedMinor = 0] = numbersOf(engines.node)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new NodeTooOld(
    `Signalbox needs Node ${wantedMajor}.${wantedMinor} or newer; this is Node ${present}. "npm start" brings its own.`,
  )
}

import { readPackageFile } from './package-file.ts'

/** Thrown with one sentence that says which version is needed. */
export class NodeTooOld extends Error {}

const numbersOf = (version: string) => version.replace('>=', '').split('.').map(Number)

/**
 * Holds the process to the version that package.json names. An older one would start, and pass over `shouldUpgradeCallback`: then any
 * request at any address could become a socket.
 * @throws {NodeTooOld}
 */
export function requireNode(present = process.versions.node): void {
  const { engines } = readPackageFile()
  const [major = 0, minor = 0] = numbersOf(present)
  const [wantedMajor = 0, wantedMinor = 0] = numbersOf(engines.node)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new NodeTooOld(
    `Signalbox needs Node ${wantedMajor}.${wantedMinor} or newer; this is Node ${present}. "npm start" brings its own.`,
  )
}

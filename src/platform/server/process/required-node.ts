import { readPackageFile } from './package-file.ts'

export class NodeTooOld extends Error {}

const numbersOf = (version: string) => version.replace('>=', '').split('.').map(Number)

/** Requires the version of package.json. On an older Node any request could become a socket: it ignores `shouldUpgradeCallback`. */
export function requireNode(present = process.versions.node): void {
  const { engines } = readPackageFile()
  const [major = 0, minor = 0] = numbersOf(present)
  const [wantedMajor = 0, wantedMinor = 0] = numbersOf(engines.node)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new NodeTooOld(
    `Signalbox needs Node ${wantedMajor}.${wantedMinor} or newer; this is Node ${present}. "npm start" brings its own.`,
  )
}

import { join } from 'node:path'
import { root, runNode } from '../../../scripts/run.ts'

/** Builds the server, the browser application or both, where a source has changed since the last time. */
export async function build(...targets: ('server' | 'web')[]): Promise<void> {
  console.log(`Building ${targets.join(' and ')}, where a source has changed.`)
  const { code, output } = await runNode([join(root, 'scripts', 'build.ts'), '--no-budget', ...targets])
  if (code !== 0) throw new Error(`This could not be built.\n${output}`)
}

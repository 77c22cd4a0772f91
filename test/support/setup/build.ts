import { join } from 'node:path'
import { root, runNode } from '../../../scripts/run.ts'

/** Builds server and browser application where a source has changed since the last time. */
export async function buildProduct(): Promise<void> {
  console.log('Building the product, if a source has changed.')
  const { code, output } = await runNode([join(root, 'scripts', 'build.ts'), '--no-budget'])
  if (code !== 0) throw new Error(`The product could not be built.\n${output}`)
}

import type { TestProject } from 'vitest/node'
import { buildProduct } from './build.ts'

/** Runs once before the long tests. Some of them start the server that was built. */
export default async function setup({ config }: TestProject): Promise<void> {
  console.log(`TEST_SEED=${config.env.TEST_SEED} makes these choices again.`)
  await buildProduct()
}

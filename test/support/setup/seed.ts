import type { TestProject } from 'vitest/node'

/** Runs once before the long tests. */
export default function setup({ config }: TestProject): void {
  console.log(`TEST_SEED=${config.env.TEST_SEED} has the tests of "${config.name}" make these choices again.`)
}

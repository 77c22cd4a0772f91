import { format } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, vi, type MockInstance } from 'vitest'
import { seed } from '#test/seed.ts'

fc.configureGlobal({ seed })

// Noise fails: what a test writes to the console as a warning or an error is a defect that nobody looks at.
// It is gathered and judged after the test, because throwing on the spot is often caught by the very code that warns.
let noise: string[] = []
let spies: MockInstance[] = []

const gather = (...parts: unknown[]) => void noise.push(format(...parts))

beforeEach(() => {
  noise = []
  spies = [
    vi.spyOn(console, 'error').mockImplementation(gather),
    vi.spyOn(console, 'warn').mockImplementation(gather),
  ]
})

afterEach(() => {
  for (const spy of spies) spy.mockRestore()
  if (noise.length > 0) throw new Error(`The test wrote to the console:\n${noise.join('\n')}`)
})

import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Noise fails: what a test writes to the console as a warning or an error is a defect that nobody looks at.
// It is gathered and judged after the test, because throwing on the spot is often caught by the very code that warns.
let noise: string[] = []

beforeEach(() => {
  noise = []
  const gather = (...parts: unknown[]) => void noise.push(format(...parts))
  vi.spyOn(console, 'error').mockImplementation(gather)
  vi.spyOn(console, 'warn').mockImplementation(gather)
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(noise, 'a test must not write warnings or errors to the console').toEqual([])
})

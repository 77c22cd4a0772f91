import { expect, test } from 'vitest'
import { survive } from '#test/trials/database-restarts.ts'

test(
  'PostgreSQL may be killed ten times while sixteen people write and fifty listen, and all are served again within five seconds',
  { timeout: 1_800_000 },
  async () => {
    const outcome = await survive({ restarts: 10, writers: 16, sockets: 50 })
    process.stdout.write(`${JSON.stringify(outcome)}\n`)
    expect(outcome.repeated).toBeGreaterThan(0)
    expect(outcome.resumed).toBeGreaterThanOrEqual(10 * 16)
    expect(Math.max(...outcome.recoveredInMs)).toBeLessThan(5000)
  },
)

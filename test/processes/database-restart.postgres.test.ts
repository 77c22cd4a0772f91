import { expect, test } from 'vitest'
import { survive } from '#test/trials/database-restarts.ts'

// The embedded database ends with its server; test/processes/crash.test.ts does that.
test('PostgreSQL may be killed and come back while people write and listen', async () => {
  const { acknowledged, resumed } = await survive({ restarts: 1, writers: 4, sockets: 6 })
  expect(acknowledged).toBeGreaterThan(4)
  expect(resumed).toBeGreaterThan(0)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from '#test/postgres.ts'
import { ServerProcess } from '#test/processes/process.ts'

test('a server whose PostgreSQL is stopped is alive and not ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-health-'))
  const postgres = await startPostgres()
  const server = new ServerProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DISK_FLOOR_MB: '0',
    APP_SECRET: 'a secret of more than thirty-two letters',
  })
  const url = await server.url()
  const ask = async (path: string) => {
    const answer = await fetch(`${url}${path}`)
    return { status: answer.status, body: await answer.json() }
  }
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
  await postgres.stop()
  await expect
    .poll(() => ask('/readyz'), { timeout: 60_000 })
    .toEqual({ status: 503, body: { status: 'not ready', faults: ['database'] } })
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}, 180_000)

import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForMoment } from '#features/backup/server/moment.ts'
import { recordBackup } from '#features/backup/server/running.ts'
import { openPostgres } from '#platform/server/database/database.ts'
import { lastBackupOf, makePlaces, run, runWell, sumsOf, type Places } from '#test/trials/backups.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
let places: Places
beforeAll(async () => {
  places = await makePlaces()
})
afterAll(() => places.remove())

/** Begins what a backup begins with, and holds it. @returns how to end it */
async function holdMoment({ DATABASE_URL, DATA_DIR = '' }: Record<string, string>): Promise<() => void> {
  if (DATABASE_URL !== undefined) {
    const database = openPostgres(DATABASE_URL)
    const client = await database.pool.connect()
    await recordBackup(client)
    return () => {
      client.release(true)
      void database.close()
    }
  }
  const moment = await askForMoment(DATA_DIR)
  if (!moment) throw new Error('the program lends no moment')
  return () => moment.giveBack()
}

test(
  'a file that is deleted while a backup is made stays until the sweep',
  { timeout: 240_000 },
  async () => {
    const env = isEmbedded ? places.embedded() : await places.onPostgres()
    const desk = await places.served(env)
    for (let turn = 0; turn < 2; turn++) await desk.write(Buffer.from('a file'))
    const listFiles = async () =>
      (await readdir(env.DATA_DIR ?? '', { recursive: true })).filter((name) => /attachments[/]./.test(name))
    const [one, other] = [...desk.tickets.keys()]
    const giveBack = await holdMoment(env)
    const deleteForGood = async (id: string | undefined) => {
      await desk.send('DELETE', `/api/tickets/${id}`)
      await desk.send('DELETE', `/api/deleted/${id}`)
    }
    await deleteForGood(one)
    expect(await listFiles()).toHaveLength(2)
    // The embedded database lends one copy at a time.
    const second = await run('backup', [places.file('second.backup')], env)
    expect([second.code, second.complaint]).toEqual(
      isEmbedded ? [1, 'Another backup is being made.'] : [0, ''],
    )
    giveBack()
    await expect.poll(() => existsSync(`${env.DATA_DIR}/backup-moment`)).toBe(false)
    await deleteForGood(other)
    await expect.poll(listFiles).toHaveLength(1)
  },
)

test(
  'a backup that is made while the program is stopped is known to it when it starts again',
  { timeout: 240_000 },
  async () => {
    const env = await places.here()
    const desk = await places.served(env)
    await desk.write()
    await desk.stop()
    const file = places.file('stopped.backup')
    await runWell('backup', [file], env)
    await desk.start()
    expect(await lastBackupOf(desk)).toMatchObject({ file, bytes: (await stat(file)).size })
  },
)

test(
  'backups hold a deleted ticket with its files as long as it can be restored, and not after that',
  { timeout: 180_000 },
  async () => {
    const desk = await places.served(await places.here())
    await desk.write(Buffer.from('a file'))
    const [[id]] = [...desk.tickets] as [[string, string]]
    await desk.send('DELETE', `/api/tickets/${id}`)
    const file = places.file('deleted.backup')
    expect(await runWell('backup', [file], desk.env)).toContain('1 file')
    const other = await places.elsewhere()
    await runWell('restore', [file], other)
    const restored = await places.served(other)
    await restored.send('POST', `/api/deleted/${id}/restore`, { withParent: false })
    await restored.expectAll(desk.tickets, desk.files)

    await desk.send('DELETE', `/api/deleted/${id}`)
    const later = places.file('purged.backup')
    expect(await runWell('backup', [later], desk.env)).toContain('0 files')
    const empty = places.embedded()
    await runWell('restore', [later], empty)
    expect((await sumsOf(empty))['deleted_things']).toMatch(/^0 /)
  },
)

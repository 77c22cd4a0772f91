import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { lastBackupOf, makePlaces, runWell, type ServedDesk, type Places } from '#test/trials/backups.ts'
import { Socket } from '#test/socket.ts'

let places: Places
beforeAll(async () => {
  places = await makePlaces()
})
afterAll(() => places.remove())

/** Position in the log of a page that is loaded now. */
const positionOf = async (desk: ServedDesk) =>
  Number((await desk.send('GET', '/api/auth/user')).headers.get('log-position'))

async function whatResumes(desk: ServedDesk, since: number): Promise<string> {
  const me = await desk.json<{ id: string }>('GET', '/api/auth/user')
  const socket = new Socket(
    new WebSocket(`${desk.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: desk.cookie, origin: desk.url },
    }),
  )
  await new Promise((resolve) => socket.raw.once('open', resolve))
  socket.send({ type: 'user:join', userId: me.id })
  await socket.hearsType('authenticated')
  socket.send({ type: 'resume', since })
  const { type } = await socket.hears((message) => ['resumed', 'resync'].includes(message.type))
  socket.raw.terminate()
  return type
}

test('a backup that is made while people write has all they were told is saved, and fills the other kind of database', async () => {
  const desk = await places.served(await places.here())
  const stop = desk.startWriting(4)
  while (desk.files.size < 4) await new Promise((resolve) => setTimeout(resolve, 20))
  const before = { tickets: new Map(desk.tickets), files: new Map(desk.files) }
  const file = places.file('busy.backup')
  expect(await runWell('backup', [file], desk.env)).toMatch(
    /^.+busy\.backup: [\d,]+ rows \([\d,]+ tickets\) and [\d,]+ files .+\. It is not encrypted\.$/,
  )
  expect(await lastBackupOf(desk)).toEqual({
    file,
    bytes: (await stat(file)).size,
    machine: hostname(),
    isEncrypted: false,
    madeAt: expect.any(String),
  })
  while (desk.tickets.size < before.tickets.size + 20) await new Promise((resolve) => setTimeout(resolve, 20))
  await stop()
  const ahead = await positionOf(desk)

  const other = await places.elsewhere()
  expect(await runWell('restore', [file], other)).toMatch(/^Restored [\d,]+ rows/)
  const restored = await places.served(other)
  await restored.expectAll(before.tickets, before.files)
  // Pages that were open before the disaster know a later state of the same log, or an earlier one.
  expect([await whatResumes(restored, ahead), await whatResumes(restored, 1)]).toEqual(['resync', 'resync'])
  // Also once as much has happened as had before.
  while ((await positionOf(restored)) <= ahead) await restored.write()
  expect(await whatResumes(restored, ahead)).toBe('resync')
})

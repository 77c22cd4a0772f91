import { expect, test } from 'vitest'
import { createRoom } from './reserved-room.ts'

/** A disk of a thousand bytes, of which a hundred are to stay free. */
function aDisk() {
  const disk = { free: 1000 }
  return { disk, room: createRoom(async () => disk.free, 100) }
}
const isFull = { code: 'full', message: 'There is no room left for files on the server.' }

test('two uploads that begin at once do not get the same space', async () => {
  const { room } = aDisk()
  const asked = await Promise.allSettled([room.reserve(500), room.reserve(500)])
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('written bytes are counted once, and unused space is given back', async () => {
  const { disk, room } = aDisk()
  const first = await room.reserve(800)
  first.written(300)
  disk.free -= 300
  await expect(room.reserve(101)).rejects.toMatchObject(isFull)
  await room.reserve(100)
  for (const _ of ['once', 'again']) first.release()
  await room.reserve(500)
  await expect(room.reserve(1)).rejects.toMatchObject(isFull)
})

test('an upload hears while it writes that others have filled the disk', async () => {
  const { disk, room } = aDisk()
  const reserved = await room.reserve(200)
  await reserved.check()
  disk.free = 99
  await expect(reserved.check()).rejects.toMatchObject(isFull)
})

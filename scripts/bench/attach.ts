import { randomBytes, randomUUID } from 'node:crypto'
import { createRandom } from '#features/demo/server/story/chance.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { attachments } from '#tables/attachments.ts'
import { tickets } from '#tables/tickets.ts'

const megabyte = 1024 * 1024
const [smallestBytes, largestBytes] = [8 * 1024, 24 * megabyte]
const filesAtOnce = 8

/** Nine of ten are smaller than a megabyte, and half of all bytes lie in large ones, as with pictures among screenshots. */
const sizeOf = (chance: number) => Math.round(smallestBytes * (largestBytes / smallestBytes) ** (chance ** 2))

/** What nobody can compress, as photos and archives are; each piece begins elsewhere in the same bytes. */
const noise = randomBytes(2 * largestBytes)

/** Attaches files of together so many bytes to tickets: rows and objects, no events. @returns their number */
export async function attachFiles(
  { db }: Pick<OpenDatabase, 'db'>,
  store: ObjectStore,
  bytes: number,
): Promise<number> {
  const random = createRandom(2)
  const owners = await db.select({ id: tickets.id, by: tickets.createdById }).from(tickets).limit(50_000)
  let count = 0
  for (let sum = 0; sum < bytes;) {
    const rows = Array.from({ length: filesAtOnce }, () => {
      const { id: ticketId, by: uploadedBy } = owners[Math.floor(random() * owners.length)]!
      const [id, fileSize] = [randomUUID(), sizeOf(random())]
      const objectPath = `${store.prefix}attachments/${id}`
      return { id, ticketId, fileName: 'photo.jpg', fileSize, mimeType: 'image/jpeg', objectPath, uploadedBy }
    })
    await Promise.all(
      rows.map(({ objectPath, fileSize, mimeType }) => {
        const at = Math.floor(random() * (noise.length - fileSize))
        return store.write(objectPath, noise.subarray(at, at + fileSize), mimeType)
      }),
    )
    await db.insert(attachments).values(rows)
    count += rows.length
    sum += rows.reduce((all, { fileSize }) => all + fileSize, 0)
  }
  return count
}

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork } from '#platform/server/work.ts'
import { quotasFor } from '../../policy.ts'
import { isEmpty } from '../announcing.ts'
import { checkContent, headBytes, tailBytes, type Ends } from '../content-type.ts'
import { requireQuota } from '../quota.ts'
import { completeUpload, createUpload, scheduleObjectRemoval } from '../service.ts'

/** Endings of programs: a mail that brings one is not the way to share it. */
const programs =
  /\.(?:exe|com|scr|pif|bat|cmd|msi|msp|cpl|jar|js|jse|vbs|vbe|wsf|wsh|hta|ps1|psm1|lnk|reg|dll|sys|apk|app|dmg|iso|img)$/i

const unchecked = 'application/octet-stream'

interface Parts {
  work: DoWork
  store: ObjectStore
  maxFileBytes: number
  /** Gigabytes shared by all people of one client company. */
  clientGb: number
}

interface BroughtFile {
  name: string
  /** In memory, or on the disk. */
  content: Buffer | { path: string; size: number }
}

async function readEnds(content: BroughtFile['content']): Promise<Ends> {
  if (Buffer.isBuffer(content))
    return { head: content.subarray(0, headBytes), tail: content.subarray(-tailBytes) }
  const file = await open(content.path)
  const read = async (length: number, position: number) =>
    (await file.read({ buffer: Buffer.alloc(length), position })).buffer
  try {
    const [head, tail] = [Math.min(headBytes, content.size), Math.min(tailBytes, content.size)]
    return { head: await read(head, 0), tail: await read(tail, content.size - tail) }
  } finally {
    await file.close()
  }
}

/** Type by content where the name promises one; any other file is only ever downloaded. */
async function typeOf({ name, content }: BroughtFile): Promise<string> {
  try {
    return await checkContent(name, await readEnds(content))
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') return unchecked
    throw error
  }
}

/**
 * Stores a file that a person sent by another way than the form, as a finished upload of theirs.
 * @returns the id of the upload
 * @throws {AppError} `unsupported` for a program or an empty file; `too_large` beyond a limit or quota
 */
export async function storeFile(
  { work, store, maxFileBytes, clientGb }: Parts,
  owner: Viewer,
  file: BroughtFile,
): Promise<string> {
  const { content } = file
  const size = Buffer.isBuffer(content) ? content.length : content.size
  if (size === 0 || programs.test(file.name)) throw new AppError('unsupported', isEmpty(file.name))
  if (size > maxFileBytes) throw new AppError('too_large', file.name)
  const mimeType = await typeOf(file)
  const id = randomUUID()
  const objectPath = `${store.prefix}attachments/${id}`
  const row = await work(async (unit) => {
    const upload = { id, fileName: file.name, mimeType, size, objectPath }
    const created = await createUpload(unit, owner, upload)
    // Counts the new one, too.
    await requireQuota(unit.tx, owner, quotasFor(clientGb), unit.now)
    await scheduleObjectRemoval(unit.tx, [{ objectPath }], unit.now)
    return created
  })
  if (Buffer.isBuffer(content)) await store.write(objectPath, content, mimeType)
  else await store.writeStream(objectPath, createReadStream(content.path), size)
  await work((unit) => completeUpload(unit, row, { objectPath, fileSize: size, mimeType }))
  return id
}

import { createCipheriv, createHash } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Page } from '@playwright/test'
import { ServerProcess } from '#test/processes/process.ts'
import { expect, test as base } from './desk.ts'
import { openLine } from './line.ts'

export const megabyte = 1024 * 1024

interface Fixtures {
  folder: string
  server: { process: ServerProcess; url: string; objects: string }
  line: Awaited<ReturnType<typeof openLine>>
  /** A client at the portal, over the line. */
  page: Page
}

/** A PDF of this size whose bytes are the same in every run and never repeat. */
export async function writeBigFile(file: string, size: number): Promise<string> {
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16))
  const hash = createHash('sha256')
  function* bytes() {
    const head = Buffer.from('%PDF-1.4\n')
    hash.update(head)
    yield head
    for (let left = size - head.length; left > 0; left -= megabyte) {
      const chunk = noise.update(Buffer.alloc(Math.min(left, megabyte)))
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(bytes()), createWriteStream(file))
  return hash.digest('hex')
}

/** Everything below a folder. A folder that goes while they are read ends the reading: so they are read again then. */
export async function entriesBelow(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return entriesBelow(folder)
    throw error
  }
}

export const filesBelow = async (folder: string) =>
  (await entriesBelow(folder)).filter(
    // Owners of these files are always there; used-up addresses are there until they have expired.
    (entry) => entry.isFile() && !/\/(mark|used)$/.test(entry.parentPath),
  )

export const test = base.extend<Fixtures>({
  folder: async ({ browserName: _browserName }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-big-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  server: async ({ folder }, use) => {
    const process = new ServerProcess({
      DATA_DIR: join(folder, 'data'),
      DISK_FLOOR_MB: '0',
      REGISTRATION: 'open',
    })
    await use({ process, url: await process.url(), objects: join(folder, 'data', 'objects') })
    await process.end('SIGTERM')
  },
  line: async ({ server }, use) => {
    const line = await openLine(server.url, 40 * megabyte)
    await use(line)
    await line.close()
  },
  page: async ({ visitor, line }, use) => {
    const page = await visitor(line.url)
    const account = { email: 'ana@example.com', password: 'correct horse' }
    await page.goto('/')
    for (const [path, data] of [
      ['register', { ...account, firstName: 'Ana', lastName: 'Acme', role: 'client', companyName: 'Acme' }],
      ['login', account],
    ] as const)
      await page.request.post(`/api/auth/${path}`, { data })
    await page.goto('/client-portal')
    await use(page)
  },
})

const bar = (page: Page, name: string) => page.getByRole('progressbar', { name: `Upload of ${name}` })
/** 0 while there is no bar yet. */
export const percent = async (page: Page, name: string) =>
  Number(
    await bar(page, name)
      .getAttribute('aria-valuenow', { timeout: 5000 })
      .catch(() => 0),
  )
export const reaches = (page: Page, name: string, at: number) =>
  expect.poll(() => percent(page, name), { intervals: [50], timeout: 30_000 }).toBeGreaterThanOrEqual(at)

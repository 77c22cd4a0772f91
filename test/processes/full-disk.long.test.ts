import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import { ticketInput } from '#test/factories.ts'
import { visit, type Visitor } from '#test/processes/visitor.ts'

let folder = ''
let isMounted = false
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder], { stdio: 'ignore' })
    isMounted = true
  } catch {
    // Not permitted here; the test says that it was not run.
  }
})
afterAll(() => {
  if (isMounted) execFileSync('umount', [folder])
  fs.rmSync(folder, { recursive: true, force: true })
})

const acknowledged: string[] = []

async function submit(by: Visitor): Promise<number> {
  const subject = `ticket ${acknowledged.length}`
  const { status } = await by.send('POST', '/api/tickets', ticketInput({ subject }))
  if (status === 201) acknowledged.push(subject)
  return status
}

const subjects = async (by: Visitor) =>
  ((await (await by.send('GET', '/api/tickets?limit=100')).json()) as TicketPage).tickets
    .map(({ subject }) => subject)
    .toSorted()

/** Leaves so much room on the disk. */
function fill(leftBytes: number): void {
  const { bavail, bsize } = fs.statfsSync(folder)
  const bytes = bavail * bsize - leftBytes
  if (bytes > 0) fs.appendFileSync(path.join(folder, 'ballast'), Buffer.alloc(bytes, 'x'))
}

test('a full disk allows reading and refuses changes, loses nothing acknowledged, and allows changes again when there is space', async (context) => {
  if (!isMounted) context.skip('mounting a small disk needs the rights of root')
  const env = { DATA_DIR: path.join(folder, 'data') }
  let root = await visit(env)
  try {
    expect(await submit(root)).toBe(201)
    fill(40 * 1024 * 1024)
    await expect.poll(() => submit(root), { timeout: 60_000 }).toBe(503)
    const refused = await root.send('POST', '/api/tickets', ticketInput())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('disk is full') })
    fill(0)
    expect(await subjects(root)).toEqual(acknowledged.toSorted())
    expect(await submit(root)).toBe(503)
    expect(((await (await root.send('GET', '/readyz')).json()) as { faults: string[] }).faults).toContain(
      'disk',
    )

    fs.rmSync(path.join(folder, 'ballast'))
    await expect.poll(() => submit(root), { timeout: 60_000 }).toBe(201)
    await root.server.end('SIGKILL')
    root = await visit(env)
    expect(await subjects(root)).toEqual(acknowledged.toSorted())
  } finally {
    await root.server.end('SIGKILL')
  }
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { WorkMessage } from '#features/uploads/contract.ts'
import { createSigner } from '#platform/server/store/signed-put.ts'
import { filesBelow, megabyte, percent, reaches, test, writeBigFile } from '#test/browser/big-files.ts'
import { expect } from '#test/browser/desk.ts'

const bigBytes = 250 * megabyte

test.setTimeout(600_000)

const memoryMb = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test('250 MB arrive whole over a line that is cut three times, with a pause offline and an address that expires', async ({
  page,
  server,
  line,
  folder,
}) => {
  const file = join(folder, 'big.pdf')
  const sha256 = await writeBigFile(file, bigBytes)
  const signer = createSigner(await readFile(join(folder, 'data', 'secret'), 'utf8'))
  const seen = { expired: 0, resigned: 0, parts: 0, whole: 0, broken: 0 }
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/\/s3\/multipart\/[^/]+\/30$/.test(pathname)) seen.resigned += 1
    if (pathname === '/api/uploads/object') seen[searchParams.get('part') ? 'parts' : 'whole'] += 1
  })
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/uploads/object')) seen.broken += 1
  })
  page.on('response', (response) => {
    if (response.status() === 403 && response.url().includes('/api/uploads/object')) seen.expired += 1
  })
  // One address is a quarter of an hour older than the others.
  await page.route(/\/s3\/multipart\/[^/]+\/30\?/, async (route) => {
    // Until it has been tried once: the line may be cut before.
    if (seen.expired > 0) return route.fallback()
    const response = await route.fetch().catch(() => undefined)
    if (!response) return route.abort()
    const answer = (await response.json()) as { url: string }
    const { searchParams, origin } = new URL(answer.url)
    const old = signer.sign(
      {
        path: searchParams.get('path') ?? '',
        maxBytes: Number(searchParams.get('max')),
        part: { multipartId: searchParams.get('upload') ?? '', number: 30 },
      },
      new Date(Date.now() - 16 * 60 * 1000),
    )
    return route.fulfill({ response, json: { ...answer, url: origin + old } })
  })

  const frames: string[] = []
  page.on('websocket', (socket) => {
    if (/\/api\/[\w-]{43}$/.test(socket.url()))
      socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
  })

  const before = memoryMb(server.process.child.pid)
  let most = before
  const looking = setInterval(() => (most = Math.max(most, memoryMb(server.process.child.pid))), 50)

  await page.getByLabel('Attachments').setInputFiles(file)
  for (const at of [8, 25]) {
    await reaches(page, 'big.pdf', at)
    line.cut(700)
  }
  await reaches(page, 'big.pdf', 45)
  await page.context().setOffline(true)
  await expect(page.getByText('No Internet connection', { exact: true })).toBeVisible()
  await page.waitForTimeout(1000)
  await expect(page.getByText('No Internet connection', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Connected to the Internet', { exact: true })).toBeVisible()
  await reaches(page, 'big.pdf', 70)
  line.cut(700)
  const row = page.getByRole('listitem').filter({ hasText: 'big.pdf' })
  await expect(row).toContainText('Uploaded', { timeout: 60_000 })
  clearInterval(looking)

  expect(seen.broken).toBeGreaterThanOrEqual(3)
  expect(seen.expired).toBeGreaterThan(0)
  expect(seen.resigned).toBeGreaterThan(1)
  expect([seen.whole, seen.parts >= 50]).toEqual([0, true])
  expect(most - before).toBeLessThan(120)
  expect(frames.map((frame) => JSON.parse(frame) as WorkMessage)).toContainEqual({
    action: 'progress',
    payload: { bytesUploaded: bigBytes, bytesTotal: bigBytes },
  })

  await page.getByLabel('Subject').fill('A big file')
  await page.getByRole('textbox', { name: 'Description' }).fill('See the attachment')
  await page.getByRole('combobox', { name: 'Product' }).fill('Printers')
  const [created] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/tickets'),
    ),
    page.getByRole('button', { name: 'Submit Ticket' }).click(),
  ])
  const ticket = (await created.json()) as TicketDetail
  expect(ticket.attachments).toMatchObject([
    { fileName: 'big.pdf', fileSize: bigBytes, mimeType: 'application/pdf' },
  ])

  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${server.url}/api/attachments/${ticket.attachments[0]?.id}`, {
    headers: { cookie },
  })
  const hash = createHash('sha256')
  for await (const chunk of answer.body as unknown as AsyncIterable<Buffer>) hash.update(chunk)
  expect(hash.digest('hex')).toBe(sha256)
  expect((await filesBelow(server.objects)).map(({ parentPath }) => basename(parentPath))).toEqual([
    'attachments',
  ])
})

test('a paused file stands still, and goes on with the missing parts', async ({ page, folder }) => {
  const file = join(folder, 'paused.pdf')
  await writeBigFile(file, 120 * megabyte)
  await page.getByLabel('Attachments').setInputFiles(file)
  await reaches(page, 'paused.pdf', 30)
  await page.getByRole('button', { name: 'Pause paused.pdf' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'paused.pdf' })
  await expect(row).toContainText('Paused at')
  await page.waitForTimeout(500)
  const stood = await percent(page, 'paused.pdf')
  await page.waitForTimeout(700)
  expect(await percent(page, 'paused.pdf')).toBe(stood)
  const sent: string[] = []
  page.on('request', (request) => {
    const part = new URL(request.url()).searchParams.get('part')
    if (part) sent.push(part)
  })
  const listed = page.waitForRequest(
    (request) => request.method() === 'GET' && /s3\/multipart\/[^/]+\?key=/.test(request.url()),
  )
  await page.getByRole('button', { name: 'Resume paused.pdf' }).click()
  await listed
  await expect(row).toContainText('Uploaded', { timeout: 30_000 })
  expect(sent.length).toBeLessThan(24)
  expect(sent).not.toContain('1')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Upload } from '#features/uploads/contract.ts'
import { ticketInput } from '#test/factories.ts'
import { content } from '#test/files.ts'
import { startS3 } from '#test/services/s3.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { visit, type Visitor } from '#test/processes/visitor.ts'

let home: ServerHome
let s3: Awaited<ReturnType<typeof startS3>>
let root: Visitor

beforeAll(async () => {
  home = await makeServerHome()
  s3 = await startS3()
  root = await visit({ ...home.env, ...s3.settings })
})
afterAll(async () => {
  await root.server.end('SIGKILL')
  await s3.stop()
  await home.remove()
})

const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T

async function submit(attachmentIds: string[] = []) {
  const made = await root.send('POST', '/api/tickets', ticketInput({ attachmentIds }))
  expect(made.status).toBe(201)
  return (await made.json()) as { id: string; attachments: { id: string }[] }
}

/** Announces a file, as the browser does before it sends it to the store. */
const announce = () =>
  json<{ id: string; url: string; headers: Record<string, string> }>(
    root.send('GET', `/api/uploads/s3/params?filename=a.pdf&type=&metadata[size]=${content.pdf.length}`),
  )
const sendTo = ({ url, headers }: { url: string; headers: Record<string, string> }) =>
  fetch(url, { method: 'PUT', headers, body: content.pdf })
const finish = (id: string) => root.send('POST', `/api/uploads/${id}/finish`)

const away = {
  message: 'The service is unavailable for a moment. Please try again.',
  requestId: expect.any(String),
}

test('without the store of files everything but files goes on; when it is back they do, too, and none is missing', async () => {
  const first = await announce()
  expect((await sendTo(first)).status).toBe(200)
  expect((await finish(first.id)).status).toBe(200)
  const { attachments } = await submit([first.id])
  const file = `/api/attachments/${attachments[0]?.id}`
  const read = async () => {
    const answer = await root.send('GET', file)
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status
  }
  expect(await read()).toEqual(content.pdf)
  const arrived = await announce()
  await sendTo(arrived)

  await s3.kill()
  for (const refused of [await root.send('GET', file), await finish(arrived.id)]) {
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toEqual(away)
  }
  const unsent = await announce()
  await expect(sendTo(unsent)).rejects.toThrow('fetch failed')
  // People without a file to send or to read do not notice.
  await submit()
  expect((await root.send('GET', '/api/tickets')).status).toBe(200)
  expect((await root.send('GET', '/readyz')).status).toBe(200)

  await s3.startAgain()
  expect(await read()).toEqual(content.pdf)
  expect(await json<Upload>(finish(arrived.id))).toMatchObject({ id: arrived.id })
  expect((await sendTo(unsent)).status).toBe(200)
  expect((await finish(unsent.id)).status).toBe(200)
  expect((await submit([arrived.id, unsent.id])).attachments).toHaveLength(2)
})

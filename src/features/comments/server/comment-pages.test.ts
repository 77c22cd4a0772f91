import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aComment, aTicket } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { CommentPage } from '../contract.ts'

let desk: TestApp
let root: Caller
let ana: Caller
let ticket: TicketDetail

/** Public comments are "1" to "230"; after every tenth stands an internal one, "10 for staff". */
const said = Array.from({ length: 230 }, (_, at) => String(at + 1))
const saidToStaff = said.flatMap((text) => (Number(text) % 10 === 0 ? [text, `${text} for staff`] : [text]))

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  ana = await desk.signedIn('client')
  ticket = await aTicket(ana)
  for (const text of saidToStaff) {
    const isInternal = text.endsWith('staff')
    if (text === '2')
      await root.post(`/api/tickets/${ticket.id}/comments`, {
        content: text,
        attachmentIds: [(await anUpload(desk, root, 'early.txt')).id],
      })
    else await aComment(root, ticket.id, text, isInternal)
  }
})
afterAll(() => desk.close())

const textsOf = ({ comments }: CommentPage) => comments.map(({ content }) => content)
const detailOf = async (by: Caller, id = ticket.id) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const pageBefore = (by: Caller, before: string | undefined, id = ticket.id) =>
  by.get<CommentPage & { issues?: { path: string }[] }>(
    `/api/tickets/${id}/comments${before === undefined ? '' : `?before=${before}`}`,
  )

/** All comments that somebody gets, page by page. */
async function readAll(by: Caller): Promise<string[][]> {
  const pages: CommentPage[] = [await detailOf(by)]
  while (pages[0]!.hasMoreComments) pages.unshift((await pageBefore(by, pages[0]!.comments[0]!.id)).body)
  return pages.map(textsOf)
}

test('a ticket comes with the newest 200 comments, and older ones by the comment they stand before', async () => {
  expect(await readAll(root)).toEqual([saidToStaff.slice(0, -200), saidToStaff.slice(-200)])
  const early = (await pageBefore(root, (await detailOf(root)).comments[0]!.id)).body
  expect(early.hasMoreComments).toBe(false)
  expect(early.comments[1]).toMatchObject({ content: '2', attachments: [{ fileName: 'early.txt' }] })
})

test('a client gets 200 of the comments that they may see, and never an internal one', async () => {
  expect(await readAll(ana)).toEqual([said.slice(0, -200), said.slice(-200)])
})

test('comments of one moment are each told once', async () => {
  const { id } = await aTicket(root)
  const ids: string[] = []
  for (let at = 0; at < 203; at++) ids.push(await aComment(root, id, String(at)))
  await desk.database.pool.query(
    "update comments set created_at = '2026-01-02T03:04:05Z' where ticket_id = $1",
    [id],
  )
  const newest = await detailOf(root, id)
  const { body: older } = await pageBefore(root, newest.comments[0]!.id, id)
  expect([newest.hasMoreComments, older.hasMoreComments]).toEqual([true, false])
  expect([newest.comments.length, older.comments.length]).toEqual([200, 3])
  expect([...older.comments, ...newest.comments].map((one) => one.id)).toEqual(ids.toSorted())
})

describe('asking for comments before', () => {
  test('something that is no comment of the ticket is refused by its name', async () => {
    const other = await aComment(root, (await aTicket(root)).id, 'Elsewhere')
    for (const before of [undefined, '', 'yesterday', randomUUID(), other]) {
      const { status, body } = await pageBefore(root, before)
      expect([before, status, body.issues?.map(({ path }) => path)]).toEqual([before, 400, ['before']])
    }
  })

  test('an internal comment is refused to a client like one that is not there', async () => {
    const internal = (await detailOf(root)).comments.find(({ isInternal }) => isInternal)!
    const [hidden, absent] = [await pageBefore(ana, internal.id), await pageBefore(ana, randomUUID())]
    expect(hidden.status).toBe(400)
    expect(hidden.body).toEqual(absent.body)
  })

  test('somebody who may not see the ticket finds nothing, whatever they ask for', async () => {
    const stranger = await desk.signedIn('client')
    const { comments } = await detailOf(root)
    for (const before of [comments[0]!.id, 'yesterday'])
      expect((await pageBefore(stranger, before)).status).toBe(404)
  })
})

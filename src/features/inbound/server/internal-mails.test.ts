import { expect, test } from 'vitest'
import { aComment } from '#test/factories.ts'
import { provedStaff, trustRelay } from '#test/incoming-mail.ts'
import { detailOf, mailDeskOfFile, writers } from '#test/mail-desk.ts'

const scene = mailDeskOfFile()

test('a colleague who answers an internal mail answers internally, also once its comment is deleted', async () => {
  await trustRelay(scene.root)
  await scene.desk.signedIn('helpdesk', { email: 'bob@staff.test' })
  const { id } = await scene.mailedTicket()
  const commentId = await aComment(scene.eve, id, 'Between us.', true)
  await scene.desk.database.pool.query(
    "insert into ticket_mails (message_id, ticket_id, comment_id, direction, is_internal, user_id) values ('told@desk.test', $1, $2, 'out', true, $3)",
    [id, commentId, scene.eve.id],
  )
  const asked = { from: writers.eve, cc: 'Bob Reed <bob@staff.test>', inReplyTo: 'told@desk.test' }
  const { messageId } = await scene.post.deliver({ ...asked, text: 'Bob, what does it cost?' })
  const [, answer] = (await detailOf(scene.eve, id)).comments
  expect((await scene.eve.delete(`/api/comments/${answer?.id}`)).status).toBe(200)

  const back = { from: 'Bob Reed <bob@staff.test>', headers: provedStaff, inReplyTo: messageId ?? '' }
  expect(await scene.post.deliver({ ...back, text: 'Too much.' })).toMatchObject({
    outcome: 'comment',
    ticket: { id },
  })
  expect((await detailOf(scene.eve, id)).comments).toMatchObject([
    { content: 'Between us.' },
    { content: 'Too much.', isInternal: true },
  ])
  expect((await detailOf(scene.ana, id)).comments).toEqual([])
  await trustRelay(scene.root, null)
})

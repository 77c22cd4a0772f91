import { expect, test } from 'vitest'
import { limits } from '#platform/contract/limits.ts'
import { fillWithFiles } from '#test/files.ts'
import { detailOf, mailDeskOfFile, writers } from '#test/mail-desk.ts'
import type { TicketMails } from '../contract.ts'

const scene = mailDeskOfFile()

test('a mail to a ticket that has room for one file becomes a comment with that file, and names the others', async () => {
  const { id, messageId } = await scene.mailedTicket()
  await fillWithFiles(scene.desk, scene.ana, id, limits.filesPerTicket - 1)
  const reply = await scene.post.deliver({
    from: writers.ana,
    text: 'Both logs.',
    inReplyTo: messageId,
    attachments: [
      { filename: 'first.txt', content: 'error 7' },
      { filename: 'second.txt', content: 'error 8' },
    ],
  })
  expect(reply).toMatchObject({ outcome: 'comment', ticket: { id } })
  expect((await detailOf(scene.eve, id)).comments).toMatchObject([
    { content: 'Both logs.', attachments: [{ fileName: 'first.txt' }] },
  ])
  const { body } = await scene.eve.get<TicketMails>(`/api/tickets/${id}/received-mails`)
  expect(body.mails.map(({ leftOut }) => leftOut)).toEqual([['second.txt'], []])
})

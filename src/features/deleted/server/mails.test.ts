import { expect, test } from 'vitest'
import { detailOf, mailDeskOfFile, writers } from '#test/mail-desk.ts'

const scene = mailDeskOfFile()

test('a ticket comes back although another mail with the same Message-ID has become a ticket since', async () => {
  const deliver = async (minute: string) => {
    const headers = { date: `Fri, 27 Nov 2026 10:${minute}:00 +0000` }
    const letter = { from: writers.ana, messageId: 'always@meridian.test', subject: `At ${minute}`, headers }
    await scene.post.send({ text: 'Words.', ...letter })
    const [mail] = await scene.post.settled()
    return mail?.ticket?.id ?? ''
  }
  const first = await deliver('00')
  expect((await scene.eve.delete(`/api/tickets/${first}`)).status).toBe(200)
  const second = await deliver('01')
  expect(second).not.toBe(first)
  const restored = await scene.eve.post(`/api/deleted/${first}/restore`, { withParent: false })
  expect(restored).toMatchObject({ status: 200, body: { message: 'Restored.' } })
  expect([(await detailOf(scene.ana, first)).subject, (await detailOf(scene.ana, second)).subject]).toEqual([
    'At 00',
    'At 01',
  ])
  const reply = { from: writers.ana, inReplyTo: 'always@meridian.test', subject: 'Re: At 01' }
  expect(await scene.post.deliver(reply)).toMatchObject({ outcome: 'comment', ticket: { id: second } })
})

import { expect, test } from 'vitest'
import { aProduct } from '#test/factories.ts'
import { deskAddress } from '#test/incoming-mail.ts'
import { openMailDesk, ticketOf, writers } from '#test/mail-desk.ts'

test('an address of the desk with a plus part of its own takes mails, apart from the one without it', async () => {
  const address = 'support+eu@desk.test'
  const { desk, root, ana, post } = await openMailDesk({ addresses: [deskAddress, address] })
  const productId = await aProduct(root, { name: 'Helpline Europe' })
  const settings = { formSenders: [], authenticationServer: null, products: [{ address, productId }] }
  expect((await root.put('/api/admin/inbound-settings', settings)).status).toBe(200)

  const mail = await post.deliver({ from: writers.ana, subject: 'From Europe', recipients: [address] })
  expect(mail).toMatchObject({ mailboxes: [address], outcome: 'ticket' })
  expect((await ticketOf(ana, mail)).productName).toBe('Helpline Europe')
  const subjects = ['support+EU+1abc@desk.test', 'support+europe@desk.test', deskAddress]
  for (const recipient of subjects)
    await post.deliver({ from: writers.ana, subject: recipient, recipients: [recipient] })
  const { mails } = await post.list()
  const mailboxOf = (subject: string) => mails.find((one) => one.subject === subject)?.mailboxes
  expect(subjects.map(mailboxOf)).toEqual([[address], [deskAddress], [deskAddress]])
  await desk.close()
})

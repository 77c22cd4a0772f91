import { aClient, assign } from '#test/factories.ts'
import { openPost } from '#test/incoming-mail.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'

test.beforeEach(({ desk }) => desk.database.pool.query('delete from inbound_mails'))

test('a ticket that came by mail shows its quoted text folded, and its original to staff alone', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(root, { name: 'Harbour Inn' })
  const rosie = await person('client', {
    path: null,
    firstName: 'Rosie',
    lastName: 'Hargreaves',
    email: 'rosie@harbour.test',
  })
  await assign(root, clientId, rosie.api.id, 'employee')
  const post = openPost(mailPort, colleague)
  const from = 'Rosie Hargreaves <rosie@harbour.test>'
  const first = await post.deliver({ from, subject: 'The lift is stuck', text: 'Between two floors.' })
  const reply = await post.deliver({
    from,
    subject: 'Re: Another matter',
    text: 'It moves again, but slowly.\n\nOn Fri, 27 Nov 2026, Support wrote:\n> We send somebody.\n> Please wait.',
    inReplyTo: first.messageId ?? '',
  })
  expect(reply).toMatchObject({ outcome: 'comment', ticket: { id: first.ticket?.id } })

  const { page } = await person('helpdesk', { path: `/tickets?ticket=${first.ticket?.id}` })
  const opened = page.getByRole('dialog').first()
  await expect(opened).toContainText('via Email')
  const comment = opened.getByRole('listitem').filter({ hasText: 'It moves again' })
  await expect(comment).toContainText('by email')
  await expect(comment).toContainText('New subject: ')
  await expect(comment.getByText('We send somebody.')).toBeHidden()
  await comment.getByText('Show quoted text').click()
  await expect(comment.getByText('We send somebody.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await comment.getByRole('button', { name: 'Show original' }).click()
  await expect(page.getByRole('dialog', { name: 'Original email' })).toContainText(
    'Subject: Re: Another matter',
  )
  await page.keyboard.press('Escape')
  await expect(comment.getByRole('button', { name: 'Show original' })).toBeFocused()

  await rosie.page.goto(`/?ticket=${first.ticket?.id}`)
  const own = rosie.page.getByRole('listitem').filter({ hasText: 'It moves again' })
  await expect(own).toContainText('by email')
  await expect(own.getByText('Show quoted text')).toBeVisible()
  await expect(rosie.page.getByRole('button', { name: 'Show original' })).toHaveCount(0)
})

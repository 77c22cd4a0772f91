import { recordBounce } from '#features/mail-threads/server/service.ts'
import type { Page } from '@playwright/test'
import { aComment, aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { boxOf, panelOf, roomy, rowWith, say, toggleOf } from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { holdCalls, isFollowed } from '#test/browser/steps.ts'

const talkOf = (page: Page) =>
  page.getByRole('heading', { name: 'Updates & Comments' }).locator('xpath=ancestor::section[1]')
/** The rows that are shown, from the first to the last, without the line above what is new. */
const linesOf = (page: Page) =>
  talkOf(page)
    .getByRole('listitem')
    .filter({ visible: true, hasNotText: /^New · \d+$/ })
const lineWith = (page: Page, text: string) => linesOf(page).filter({ hasText: text })
const choice = (page: Page, name: string) => talkOf(page).getByRole('radio', { name, exact: true })

test('a ticket reads as one conversation by time, of which a person chooses by keys what they see', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk', { path: null, firstName: 'Hedda', lastName: 'Desk' })
  const ticket = await aTicket(api, { subject: 'In order' })
  const quiet = await aTicket(api, { subject: 'Quiet' })
  await aComment(colleague, ticket.id, 'First a remark', true)
  await say(api, ticket.id, 'Then in the chat')
  await change(colleague, ticket.id, { status: 'testing' })
  await aComment(colleague, ticket.id, 'Last an answer')
  await page.setViewportSize(roomy)
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(linesOf(page)).toHaveText([
    /Cora Colleague.*Internal.*First a remark/,
    /Hedda Desk.*Chat.*Then in the chat/,
    /Cora Colleague changed status to Testing/,
    /Cora Colleague.*Last an answer/,
  ])
  await expect(panelOf(page)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  // Beside its panel the chat is not shown twice.
  await toggleOf(page).click()
  await expect(rowWith(page, 'Then in the chat')).toBeVisible()
  await expect(linesOf(page)).toHaveText([/First a remark/, /changed status to Testing/, /Last an answer/])

  await choice(page, 'All').focus()
  await page.keyboard.press('ArrowRight')
  await expect(linesOf(page)).toHaveText([/First a remark/, /Last an answer/])
  await page.keyboard.press('ArrowRight')
  await expect(linesOf(page)).toHaveText([/Then in the chat/])
  await expect(page.getByLabel('Add a comment')).toHaveCount(0)
  await toggleOf(page).click()
  await expect(panelOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Reply in Live Chat' }).press('Enter')
  await expect(boxOf(page)).toBeFocused()
  await choice(page, 'Chat').focus()
  await page.keyboard.press('ArrowRight')
  await expect(linesOf(page)).toHaveText([/submitted the ticket/, /changed status to Testing/])

  // Opened anew it is whole.
  await page.goto(`/?ticket=${quiet.id}`)
  await expect(choice(page, 'All')).toBeChecked()
  await expect(talkOf(page)).toContainText('No updates yet.')
  await choice(page, 'Chat').focus()
  await page.keyboard.press('Space')
  await expect(talkOf(page)).toContainText('Nobody has written in the chat yet.')
  await expect(page.getByRole('button', { name: 'Reply in Live Chat' })).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Add a comment')).toBeFocused()
})

test('a client hears in the conversation of nothing internal, and of the chat as it is said', async ({
  person,
  colleague,
}) => {
  const client = await person('client', { path: null })
  const { page } = client
  const ticket = await aTicket(client.api)
  await aComment(colleague, ticket.id, 'They have not paid', true)
  await change(colleague, ticket.id, { priority: 'high' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(linesOf(page)).toHaveText([/Cora Colleague changed priority to High/])
  await say(colleague, ticket.id, 'Are you there?')
  await expect(lineWith(page, 'Are you there?')).toContainText('Unread')
  await expect(lineWith(page, 'Are you there?')).toContainText('Cora Colleague')
  // Only its panel reads a message.
  await page.getByRole('tab', { name: 'Live Chat 1 unread' }).click()
  await expect(rowWith(page, 'Are you there?')).toBeVisible()
  await page.getByRole('tab', { name: /Updates & Comments/ }).click()
  await expect(lineWith(page, 'Are you there?')).not.toContainText('Unread')
  await choice(page, 'History').check({ force: true })
  await expect(linesOf(page)).toHaveText([/submitted the ticket/, /changed priority to High/])
  await expect(talkOf(page)).not.toContainText('internal')

  // Beside the ticket its panel stands on demand alone.
  await page.setViewportSize(roomy)
  await choice(page, 'All').check({ force: true })
  await expect(toggleOf(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(panelOf(page)).toHaveCount(0)
  await say(colleague, ticket.id, 'Anything else?')
  await expect(lineWith(page, 'Anything else?')).toBeVisible()
  await expect(panelOf(page)).toHaveCount(0)
})

test('comments older than the loaded part of the chat are shown together with it', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await aComment(api, ticket.id, 'Before it all')
  for (let turn = 1; turn <= 22; turn++) await say(api, ticket.id, `Message ${turn}.`)
  await aComment(api, ticket.id, 'After it all')
  await page.setViewportSize({ width: 1024, height: 768 })
  // Messages behind "Show earlier" are not shown before it is.
  const letGo = await holdCalls(page, '**/chat?*')
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(talkOf(page)).toContainText('Loading the conversation...')
  await expect(linesOf(page)).toHaveCount(0)
  await letGo()
  await expect(linesOf(page)).toHaveCount(21)
  await expect(linesOf(page).first()).toContainText('Message 3.')
  await choice(page, 'Comments').check({ force: true })
  await expect(linesOf(page)).toHaveText([/Before it all/, /After it all/])
  await choice(page, 'All').check({ force: true })
  await talkOf(page).getByRole('button', { name: 'Show earlier' }).click()
  await expect(linesOf(page)).toHaveCount(24)
  await expect(linesOf(page).first()).toContainText('Before it all')
  await expect(linesOf(page).nth(1)).toContainText('Message 1.')
  await expect(talkOf(page).getByRole('button', { name: 'Show earlier' })).toHaveCount(0)
})

test('Show leads to a change that the chosen part of the conversation leaves out', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  await choice(page, 'Comments').check({ force: true })
  await isFollowed(page)
  await change(colleague, ticket.id, { status: 'testing' })
  await page
    .getByRole('region', { name: 'Updates to this ticket' })
    .getByRole('button', { name: 'Show' })
    .click()
  await expect(choice(page, 'All')).toBeChecked()
  await expect(lineWith(page, 'changed status to Testing')).toBeFocused()
})

test('staff see among what happened who was mailed about it, and a client sees nothing of that', async ({
  desk,
  person,
  colleague,
}) => {
  const client = await person('client', { path: null, firstName: 'Ana', lastName: 'Berg' })
  const ticket = await aTicket(client.api, { subject: 'Mailed' })
  await change(colleague, ticket.id, { status: 'testing' })
  await desk.database.pool.query(
    `with mail as (insert into deliveries (kind, user_id, payload, sent_at) values ('mail', $1, '{}', now()) returning id)
      insert into notifications (position, user_id, notification_type, delivery_id)
      select max(position), $1, 'status_changes', mail.id from events, mail where ticket_id = $2 group by mail.id`,
    [client.api.id, ticket.id],
  )
  const { page } = await person('helpdesk', { path: null })
  await page.goto(`/?ticket=${ticket.id}`)
  const mail = lineWith(page, 'Email to Ana Berg: status changed')
  await expect(mail).toContainText('sent')
  expect(await violationsOf(page)).toEqual([])
  await choice(page, 'Comments').check()
  await expect(mail).toHaveCount(0)
  await choice(page, 'History').check()
  await expect(mail).toHaveCount(1)

  await client.page.goto(`/?ticket=${ticket.id}`)
  await expect(lineWith(client.page, 'changed status to Testing')).toBeVisible()
  await expect(client.page.getByText('Email to')).toHaveCount(0)
})

test('staff see below a comment to whom it was mailed, and that the mail came back; the desk sends again', async ({
  desk,
  person,
  colleague,
}) => {
  const client = await person('client', { path: null, firstName: 'Ana', lastName: 'Berg' })
  const ticket = await aTicket(client.api, { subject: 'Mailed back' })
  const commentId = await aComment(colleague, ticket.id, 'Is it on?')
  await desk.database.pool.query(
    `with mail as (insert into deliveries (kind, user_id, payload, sent_at) values ('mail', $1, '{}', now()) returning id),
      told as (insert into ticket_mails (message_id, ticket_id, comment_id, direction, user_id, delivery_id, sent_at)
        select mail.id || '@desk.example', $2, $3, 'out', $1, mail.id, now() from mail)
      insert into notifications (position, user_id, notification_type, delivery_id)
      select position, $1, 'ticket_updates', mail.id from events, mail where subject_id = $3 and type = 'comment.added'`,
    [client.api.id, ticket.id, commentId],
  )
  const { page } = await person('helpdesk', { path: null })
  await page.goto(`/?ticket=${ticket.id}`)
  const comment = page.locator(`#comment-${commentId}`)
  await expect(comment).toContainText('Emailed to Ana Berg')
  expect(await violationsOf(page)).toEqual([])

  const { rows } = await desk.database.pool.query<{ id: string }>(
    'select message_id as id from ticket_mails where comment_id = $1',
    [commentId],
  )
  await desk.work((unit) =>
    recordBounce(unit, {
      of: { messageId: rows[0]?.id ?? '' },
      status: '5.1.1',
      diagnostic: 'smtp; 550 No such user',
      isForGood: true,
    }),
  )
  await expect(comment).toContainText('The email to Ana Berg came back: 5.1.1 550 No such user')
  await expect(lineWith(page, 'The email to Ana Berg came back')).toHaveCount(2)
  const note = page.getByRole('note').filter({ hasText: 'so no more are sent' })
  await expect(note).toContainText('550 No such user')
  expect(await violationsOf(page)).toEqual([])
  await note.getByRole('button', { name: 'Send emails again' }).click()
  await expect(note).toHaveCount(0)

  await client.page.goto(`/?ticket=${ticket.id}`)
  await expect(client.page.locator(`#comment-${commentId}`)).toContainText('Is it on?')
  await expect(client.page.getByText('Emailed to')).toHaveCount(0)
})

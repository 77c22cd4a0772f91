import type { Page } from '@playwright/test'
import type { TicketDetail } from '#features/tickets/contract.ts'
import { aTicket } from '#test/factories.ts'
import { content } from '#test/files.ts'
import type { Caller } from '#test/harness.ts'
import { violationsOf } from './axe.ts'
import { expect } from './desk.ts'
import { file } from './files.ts'
import { holdCalls, holdLonger, holdMessages, isTold, loseAnswers } from './steps.ts'
import { button, test } from './tickets.ts'

const boxOf = (page: Page) => page.getByLabel('Add a comment')
const commentIn = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('listitem').filter({ hasText: text })
const undoIn = (page: Page, text: string) => commentIn(page, text).getByRole('button', { name: 'Undo' })
const contentsFor = async (by: Caller, { id }: { id: string }) =>
  (await by.get<TicketDetail>(`/api/tickets/${id}`)).body.comments.map(({ content }) => content)

test('a comment waits ten seconds, also through a reload and in another tab, and comes back whole when it is taken back', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const ticket = await aTicket(client)
  const { page, context, api } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  const chosen = page.waitForEvent('filechooser')
  await button(page, 'Attach files').first().click()
  await (await chosen).setFiles([file('log.txt', content.txt)])
  await expect(page.getByRole('dialog')).toContainText('Uploaded')
  const other = await context.newPage()
  await other.goto(`/tickets?ticket=${ticket.id}`)
  await page.getByLabel('Internal comment').check()
  await boxOf(page).fill('They have not paid')
  await page.keyboard.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(commentIn(page, 'They have not paid')).toContainText(/Sending in \d+ s/)
  await holdLonger(desk)
  await expect(commentIn(page, 'They have not paid')).toContainText('log.txt')
  expect(await contentsFor(client, ticket)).toEqual([])
  await page.reload()
  await expect(undoIn(other, 'They have not paid')).toBeVisible()
  await undoIn(page, 'They have not paid').click()
  await expect(boxOf(page)).toHaveValue('They have not paid')
  await expect(boxOf(page)).toBeFocused()
  await expect(page.getByLabel('Internal comment')).toBeChecked()
  await expect(page.getByRole('dialog')).toContainText('Uploaded')
  await expect(commentIn(page, 'They have not paid')).toHaveCount(0)
  await expect(commentIn(other, 'They have not paid')).toHaveCount(0)
  await other.close()

  // Sent after all, it is everybody's once its time is over, although its author has left.
  await page.getByLabel('Internal comment').uncheck()
  await boxOf(page).fill('We have found the cause')
  await page.keyboard.press('Control+Enter')
  await expect(undoIn(page, 'We have found the cause')).toBeVisible()
  expect(await contentsFor(client, ticket)).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  await page.goto('about:blank')
  await expect.poll(() => contentsFor(client, ticket)).toEqual(['We have found the cause'])
  expect(await contentsFor(api, ticket)).toEqual(['We have found the cause'])
  expect((await client.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.attachments).toHaveLength(1)
})

test('who takes a comment back after closing its ticket finds the text there as a draft', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  await holdMessages(page)
  await boxOf(page).fill('It also smokes')
  await page.keyboard.press('Control+Enter')
  await expect(undoIn(page, 'It also smokes')).toBeVisible()
  await boxOf(page).fill('And it smells')
  await page.keyboard.press('Control+Enter')
  await expect(undoIn(page, 'And it smells')).toBeVisible()
  await holdLonger(desk)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('group', { name: 'Success' }).getByRole('button', { name: 'Undo' }).click()
  await isTold(page, 'Comment taken back', 'Its text is kept in the ticket as a draft.')
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(boxOf(page)).toHaveValue('And it smells')
  await expect(commentIn(page, 'It also smokes')).toHaveCount(1)
})

test('who leaves a ticket while a comment is being taken back finds its text there as a draft', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  await boxOf(page).fill('Sent too early')
  await page.keyboard.press('Control+Enter')
  await expect(undoIn(page, 'Sent too early')).toBeVisible()
  await holdLonger(desk)
  const letGo = await holdCalls(page, '**/comments/*', 'DELETE')
  await undoIn(page, 'Sent too early').click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await letGo()
  await isTold(page, 'Comment taken back', 'Its text is kept in the ticket as a draft.')
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(boxOf(page)).toHaveValue('Sent too early')
})

test('a comment comes back although the answer to taking it back was lost, also at a second attempt', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  await holdMessages(page)
  await boxOf(page).fill('Sent too early')
  await page.keyboard.press('Control+Enter')
  await expect(undoIn(page, 'Sent too early')).toBeVisible()
  await holdLonger(desk)
  const repair = await loseAnswers(page, '**/comments/*', 'DELETE')
  await undoIn(page, 'Sent too early').click()
  await isTold(page, 'Error', 'Failed to take back the comment.')
  expect(await contentsFor(api, ticket)).toEqual([])
  await repair()
  await page.getByRole('group', { name: 'Error' }).getByRole('button', { name: 'Try again' }).click()
  await expect(boxOf(page)).toHaveValue('Sent too early')
  await expect(commentIn(page, 'Sent too early')).toHaveCount(0)
})

test('a comment whose answer is lost is sent once, even when it is sent again after a reload', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const repair = await loseAnswers(page, '**/comments')
  await boxOf(page).fill('Is anybody there?')
  await button(page, 'Add Comment').click()
  await isTold(page, 'Error', 'Failed to add comment.')
  await repair()
  await page.reload()
  await expect(boxOf(page)).toHaveValue('Is anybody there?')
  await button(page, 'Add Comment').click()
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(boxOf(page)).toHaveValue('')
  await expect(commentIn(page, 'Is anybody there?')).toHaveCount(1)
  expect(await contentsFor(api, ticket)).toEqual(['Is anybody there?'])
})

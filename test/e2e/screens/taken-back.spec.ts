import type { Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket } from '#test/factories.ts'
import { content } from '#test/files.ts'
import type { Caller } from '#test/harness.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { file } from '#test/browser/files.ts'
import { holdCalls, undoLonger, holdMessages, isTold, loseAnswers } from '#test/browser/steps.ts'
import { button, test } from '#test/browser/tickets.ts'

const boxOf = (page: Page) => page.getByLabel('Add a comment')
const commentIn = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('listitem').filter({ hasText: text })
const undoIn = (page: Page, text: string) => commentIn(page, text).getByRole('button', { name: 'Undo' })
const contentsFor = async (by: Caller, { id }: { id: string }) =>
  (await by.get<TicketDetail>(`/api/tickets/${id}`)).body.comments.map(({ content }) => content)

test('a comment is everybody’s at once, and comes back whole when it is taken back, from another tab, too', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const ticket = await aTicket(client.api)
  await client.page.goto(`/?ticket=${ticket.id}`)
  const { page, context, api } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  const chosen = page.waitForEvent('filechooser')
  await button(page, 'Attach files').first().click()
  await (await chosen).setFiles([file('log.txt', content.txt)])
  await expect(page.getByRole('dialog')).toContainText('Uploaded')
  await boxOf(page).fill('We have found the cause')
  await page.keyboard.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(commentIn(client.page, 'We have found the cause')).toContainText('log.txt')
  await expect(undoIn(client.page, 'We have found the cause')).toHaveCount(0)
  undoLonger(desk)
  await expect(undoIn(page, 'We have found the cause')).toHaveCount(1)
  // The message has no second one.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await undoIn(page, 'We have found the cause').click()
  await expect(boxOf(page)).toHaveValue('We have found the cause')
  await expect(boxOf(page)).toBeFocused()
  await expect(page.getByRole('dialog')).toContainText('Uploaded')
  for (const one of [page, client.page])
    await expect(commentIn(one, 'We have found the cause')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toContainText('took back a comment')
  await expect(client.page.getByRole('dialog')).not.toContainText('took back')

  const other = await context.newPage()
  await other.goto(`/tickets?ticket=${ticket.id}`)
  await expect(boxOf(other)).toBeVisible()
  await page.getByLabel('Internal comment').check()
  await page.keyboard.press('Control+Enter')
  await undoIn(other, 'We have found the cause').click()
  await expect(boxOf(other)).toHaveValue('We have found the cause')
  await expect(other.getByLabel('Internal comment')).toBeChecked()
  await expect(commentIn(page, 'We have found the cause')).toHaveCount(0)
  expect(await contentsFor(api, ticket)).toEqual([])
  expect(await violationsOf(other)).toEqual([])
})

test('a comment whose ten seconds are over has no Undo, and taken back too late it stays', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  await boxOf(page).fill('It also smokes')
  await page.keyboard.press('Control+Enter')
  await expect(undoIn(page, 'It also smokes')).toBeVisible()
  desk.clock.advance(20_000)
  await undoIn(page, 'It also smokes').click()
  await isTold(page, 'Error', 'It is too late to take this comment back.')
  await expect(undoIn(page, 'It also smokes')).toHaveCount(0, { timeout: 15_000 })
  expect(await contentsFor(api, ticket)).toEqual(['It also smokes'])
})

test('a person who takes a comment back after closing its ticket finds the text there as a draft', async ({
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
  undoLonger(desk)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('group', { name: 'Success' }).getByRole('button', { name: 'Undo' }).click()
  await isTold(page, 'Comment taken back', 'Its text is kept in the ticket as a draft.')
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(boxOf(page)).toHaveValue('And it smells')
  await expect(commentIn(page, 'It also smokes')).toHaveCount(1)
})

test('a person who leaves a ticket while a comment is being taken back finds its text there as a draft', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  await boxOf(page).fill('Sent too early')
  await page.keyboard.press('Control+Enter')
  await expect(undoIn(page, 'Sent too early')).toBeVisible()
  undoLonger(desk)
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
  undoLonger(desk)
  const repair = await loseAnswers(page, '**/comments/*', 'DELETE')
  await undoIn(page, 'Sent too early').click()
  await isTold(page, 'Error', 'Failed to take back the comment.')
  expect(await contentsFor(api, ticket)).toEqual([])
  await repair()
  await page.getByRole('group', { name: 'Error' }).getByRole('button', { name: 'Try again' }).click()
  await expect(boxOf(page)).toHaveValue('Sent too early')
  await expect(commentIn(page, 'Sent too early')).toHaveCount(0)
})

test('a comment whose answer is lost is asked for again by itself, and told as added', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  let posts = 0
  await page.route('**/comments', async (route) => {
    if (posts++ > 0) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await boxOf(page).fill('Is anybody there?')
  await button(page, 'Add Comment').click()
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(commentIn(page, 'Is anybody there?')).toHaveCount(1)
  expect([posts, await contentsFor(api, ticket)]).toEqual([2, ['Is anybody there?']])
})

test('a comment of which nobody knows whether it was added is never added twice, neither the same nor mended', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const unknown = page.getByText('This comment may have been added.')
  const repair = await loseAnswers(page, '**/comments')
  await boxOf(page).fill('Is anybody there?')
  await button(page, 'Add Comment').click()
  await isTold(page, 'Error', 'The server did not respond, so the comment may have been added.')
  await expect(unknown).toBeVisible()
  await repair()
  await page.reload()
  await expect(boxOf(page)).toHaveValue('Is anybody there?')
  await expect(unknown).toBeVisible()
  await boxOf(page).fill('Is anyone there?')
  await expect(unknown).toBeVisible()
  await button(page, 'Add Comment').click()
  await expect(
    page.getByText('Your comment was added before you changed it. Your changes are not included.'),
  ).toBeVisible()
  await expect(commentIn(page, 'Is anybody there?')).toHaveCount(1)
  expect(await contentsFor(api, ticket)).toEqual(['Is anybody there?'])
  // Knowing that, the person may add it as another.
  await button(page, 'Add Comment').click()
  await isTold(page, 'Success', 'Comment added successfully.')
  expect(await contentsFor(api, ticket)).toEqual(['Is anybody there?', 'Is anyone there?'])
})

test('a comment that never arrived is added once, as it was mended meanwhile', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  await page.route('**/comments', (route) => route.abort('connectionreset'))
  await boxOf(page).fill('Is anybody there?')
  await button(page, 'Add Comment').click()
  await isTold(page, 'Error', 'The server did not respond, so the comment may have been added.')
  await page.unroute('**/comments')
  await boxOf(page).fill('Is anyone there?')
  await button(page, 'Add Comment').click()
  await isTold(page, 'Success', 'Comment added successfully.')
  expect(await contentsFor(api, ticket)).toEqual(['Is anyone there?'])
})

import type { Page } from '@playwright/test'
import type { ChatMessage } from '#features/chat/contract.ts'
import type { UnreadComments } from '#features/comments/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { anUpload, content } from '#test/files.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { roomy, say, showChat } from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isFollowed } from '#test/browser/steps.ts'

const latestOf = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Latest' })

test('a ticket opens at its first unread comment, and at its end once all are read', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(client)
  // Comments from before somebody was there count as read, and people are made by the clock of the database.
  desk.clock.advance(60_000)
  for (let at = 1; at <= 40; at++) {
    const id = await aComment(client, ticket.id, `Comment ${at}`)
    if (at === 38) await api.post(`/api/tickets/${ticket.id}/comments/${id}/read`)
  }
  await page.setViewportSize(roomy)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const line = dialog.getByText('New · 2', { exact: true })
  await expect(line).toBeInViewport()
  await expect(dialog.getByText('Comment 40', { exact: true })).toBeInViewport()
  await expect(dialog.getByText('Comment 2', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Comment 3', { exact: true })).toBeHidden()
  expect(await violationsOf(page)).toEqual([])

  // The line stays until the ticket is left; a reload finds everything read.
  await expect
    .poll(async () => (await api.get<UnreadComments>(`/api/tickets/unread?ids=${ticket.id}`)).body.tickets)
    .toEqual([])
  await expect(line).toBeVisible()
  await page.reload()
  await expect(dialog.getByText('Comment 40', { exact: true })).toBeInViewport()
  await expect(line).toHaveCount(0)

  // A word that comes is followed at the end, and moves nobody who reads above.
  await aComment(client, ticket.id, 'Comment 41')
  await expect(dialog.getByText('Comment 41', { exact: true })).toBeInViewport()
  await expect(latestOf(page)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Show 18 earlier' }).click()
  await dialog.getByText('Comment 3', { exact: true }).scrollIntoViewIfNeeded()
  await aComment(client, ticket.id, 'Comment 42')
  await expect(dialog.getByText('Comment 42', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Comment 42', { exact: true })).not.toBeInViewport()
  await expect(dialog.getByRole('button', { name: '1 new below' })).toBeVisible()
  await aComment(client, ticket.id, 'Comment 43')
  await dialog.getByRole('button', { name: '2 new below' }).click()
  await expect(dialog.getByText('Comment 43', { exact: true })).toBeInViewport()
  await expect(dialog.getByText('Comment 42', { exact: true })).toBeInViewport()
  await expect(latestOf(page)).toHaveCount(0)

  await dialog.getByRole('heading', { level: 2 }).focus()
  await page.keyboard.press('Home')
  await expect(dialog.getByRole('heading', { name: 'Description' })).toBeInViewport()
  await page.keyboard.press('End')
  await expect(dialog.getByText('Comment 42', { exact: true })).toBeInViewport()
})

test('changes in a row are one line, which shows them', async ({ desk, person, colleague }) => {
  const client = await desk.signedIn('client')
  const { page } = await person('helpdesk', { path: null })
  const { id } = await aTicket(client)
  await change(colleague, id, { status: 'progress' })
  await change(colleague, id, { priority: 'high' })
  await change(colleague, id, { status: 'testing' })
  await aComment(colleague, id, 'Please try again.')
  await page.goto(`/tickets?ticket=${id}`)
  const list = page.getByRole('dialog').locator('.conversation')
  await expect(list).toContainText('3 changes by Cora Colleague')
  await expect(list.getByText('changed priority to High')).toBeHidden()
  await list.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(list.getByText('changed priority to High')).toBeVisible()
})

test('pictures stand in the conversation, and the viewer steps through those of the whole ticket', async ({
  desk,
  person,
  colleague,
}) => {
  const client = await person('client', { path: null })
  const first = await anUpload(desk, client.api, 'first.png', content.png)
  const second = await anUpload(desk, colleague, 'second.png', content.png)
  const ticket = await aTicket(client.api, { attachmentIds: [first.id] })
  await colleague.post(`/api/tickets/${ticket.id}/comments`, {
    content: 'Like this?',
    attachmentIds: [second.id],
  })
  const { page } = client
  await page.goto(`/my-tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Show first.png' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Show second.png' }).click()
  const viewer = page.getByRole('dialog', { name: 'second.png' })
  await expect(viewer).toContainText('2 of 2')
  await page.keyboard.press('ArrowLeft')
  const other = page.getByRole('dialog', { name: 'first.png' })
  await expect(other).toContainText('1 of 2')
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await page.keyboard.press('ArrowLeft')
  await expect(viewer).toContainText('2 of 2')
  await page.keyboard.press('ArrowRight')
  await expect(other).toContainText('1 of 2')
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  await other.getByRole('button', { name: 'Full size' }).click()
  await expect(other.getByRole('button', { name: 'Full size' })).toHaveAttribute('aria-pressed', 'true')
  expect(await violationsOf(page)).toEqual([])
})

test('unread chat messages are new, too, until their panel has shown them', async ({ desk, person }) => {
  const client = await desk.signedIn('client')
  const { page } = await person('helpdesk', { path: null })
  const { id } = await aTicket(client)
  desk.clock.advance(60_000)
  await say(client, id, 'Are you there?')
  await aComment(client, id, 'It still burns.')
  await page.setViewportSize(roomy)
  await page.goto(`/tickets?ticket=${id}`)
  const list = page.getByRole('dialog').locator('.conversation')
  await expect(list.locator('[data-new]')).toHaveText('New · 2')
  await expect(list.locator('[data-new] + li')).toContainText('Are you there?')
  await showChat(page)
  await expect(page.getByText('Unread')).toHaveCount(0)
  await page.reload()
  await expect(list).toContainText('It still burns.')
  await expect(list.locator('[data-new]')).toHaveCount(0)
})

test('the line of a client begins at a chat message of the desk, and that of staff goes once a colleague has read', async ({
  desk,
  person,
  colleague,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  desk.clock.advance(60_000)
  await say(colleague, id, 'Please hold the line.')
  await say(client.api, id, 'I do.')
  await aComment(colleague, id, 'It is on its way.')
  await aComment(colleague, id, 'For us alone', true)
  const { page } = client
  await page.setViewportSize(roomy)
  await page.goto(`/my-tickets?ticket=${id}`)
  const list = page.getByRole('dialog').locator('.conversation')
  await expect(list.locator('[data-new]')).toHaveText('New · 2')
  await expect(list.locator('[data-new] + li')).toContainText('Please hold the line.')

  // With the chat beside it, the stream counts the words that it shows.
  await showChat(page)
  await expect(list.locator('[data-new]')).toHaveText('New · 1')
  await expect(list.locator('[data-new] ~ li:not([data-left-out])').first()).toContainText(
    'It is on its way.',
  )

  // A message to staff that one of them has read is new to none of them.
  const other = await person('helpdesk', { path: `/tickets?ticket=${id}` })
  const theirs = other.page.getByRole('dialog').locator('.conversation')
  await expect(theirs.locator('[data-new] + li')).toContainText('I do.')
  await expect(theirs.getByText('Unread')).toHaveCount(1)
  const { body } = await colleague.get<{ messages: ChatMessage[] }>(`/api/tickets/${id}/chat`)
  await colleague.post(`/api/tickets/${id}/chat/${body.messages[0]?.id}/read`)
  await expect(theirs.getByText('Unread')).toHaveCount(0)
  await other.page.reload()
  await expect(theirs.getByText('I do.')).toBeVisible()
  await expect(theirs.locator('[data-new]')).toHaveCount(0)
})

test('the history has a card only where it does not stand beside the stream', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api)
  await change(api, id, { priority: 'high' })
  const dialog = page.getByRole('dialog')
  const card = dialog.getByRole('region', { name: 'History' })
  for (const width of [1920, 1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/tickets?ticket=${id}`)
    await expect(dialog.locator('.conversation')).toContainText('changed priority to High')
    await expect(dialog.getByRole('region', { name: 'Ticket Management' })).toBeVisible()
    await expect(card).toHaveCount(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card).toBeHidden()
  await dialog.getByRole('button', { name: /^Details: / }).click()
  await expect(card).toContainText(/changed priority\s*Medium\s*to\s*High/)
})

test('nothing is new below a reader when the last word is taken away', async ({ desk, person }) => {
  const client = await desk.signedIn('client')
  const root = await desk.signedIn('super_user')
  const ticket = await aTicket(client)
  let last = ''
  for (let at = 1; at <= 30; at++) last = await aComment(client, ticket.id, `Remark ${at}`)
  const { page } = await person('helpdesk', { path: null })
  await page.setViewportSize(roomy)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Remark 30', { exact: true })).toBeInViewport()
  await isFollowed(page)
  await page.keyboard.press('Home')
  await expect(latestOf(page)).toBeVisible()
  await root.delete(`/api/comments/${last}`)
  await expect(dialog.getByText('Remark 30', { exact: true })).toHaveCount(0)
  await expect(latestOf(page)).toBeVisible()
})

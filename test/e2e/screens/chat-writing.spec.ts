import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import {
  boxOf,
  listenToSocket,
  openChat,
  panelOf,
  rowsOf,
  rowWith,
  say,
  textsOf,
} from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold, loseAnswers, stopTime } from '#test/browser/steps.ts'

const chatCall = /\/api\/tickets\/[^/]+\/chat(\?.*)?$/
const placeholder = 'Type your message... Press Enter to send, Shift+Enter for new line'
const sendOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Send message' })

function postsOf(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && chatCall.test(request.url())) posts.push(request.postData() ?? '')
  })
  return posts
}

test('Enter sends the trimmed text, Shift+Enter begins a line, spaces alone are not sent, and Enter in a composition does not send', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const posts = postsOf(page)
  const box = boxOf(page)
  await expect(box).toHaveAttribute('placeholder', placeholder)
  await expect(sendOf(page)).toBeDisabled()
  await box.fill('  \n ')
  await page.keyboard.press('Enter')
  await expect(sendOf(page)).toBeDisabled()

  await box.fill('')
  await page.keyboard.type('  One')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Two  ')
  await expect(box).toHaveValue('  One\nTwo  ')
  await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await box.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
  await expect(box).toHaveValue('  One\nTwo  ')
  expect(posts).toEqual([])
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  expect(posts.map((body) => JSON.parse(body) as unknown)).toEqual([
    { message: 'One\nTwo', attachmentIds: [] },
  ])

  await box.fill('By the button')
  await sendOf(page).click()
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  await expect.poll(() => textsOf(page)).toEqual(['One\nTwo', 'By the button'])
})

test('an input of thirty lines is 120 pixels high and no higher', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  await openChat(client, id)
  const box = boxOf(client.page)
  const low = (await box.boundingBox())!.height
  await box.fill(Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n'))
  const high = (await box.boundingBox())!.height
  expect(low).toBeLessThan(80)
  expect(high).toBeGreaterThan(100)
  expect(high).toBeLessThanOrEqual(120)
})

test('no other message is sent while one is being sent, which is shown at once', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const posts = postsOf(page)
  const letGo = await holdCalls(page, chatCall, 'POST')
  await boxOf(page).fill('Only once')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(rowWith(page, 'Only once')).toContainText('Sending')
  await expect(boxOf(page)).toBeDisabled()
  await expect(sendOf(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  await letGo()
  await expect(rowWith(page, 'Only once')).toContainText('Sent')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(boxOf(page)).toBeEnabled()
  expect(posts).toHaveLength(1)
})

test('keys typed while the box rests are no commands for the ticket', async ({ desk, person }) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { id } = await aTicket(await desk.signedIn('client'))
  const { page } = helpdesk
  await openChat(helpdesk, id)
  const letGo = await holdCalls(page, chatCall, 'POST')
  await boxOf(page).fill('On my way')
  await page.keyboard.press('Enter')
  await expect(boxOf(page)).toBeDisabled()
  await page.keyboard.type('eigt')
  await letGo()
  await expect(rowWith(page, 'On my way')).toContainText('Sent')
  await expect(boxOf(page)).toBeFocused()
  await expect(panelOf(page)).toBeVisible()
  const { body } = await helpdesk.api.get(`/api/tickets/${id}`)
  expect(body).toMatchObject({ status: 'open', assignedToId: null })
})

test('a message that fails stays with its text and a button to send it again', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const repair = await breakCalls(page, chatCall, { method: 'POST' })
  await boxOf(page).fill('Will it arrive?')
  await page.keyboard.press('Enter')
  await isTold(page, 'Error', 'Failed to send message. Please try again.')
  await expect(rowWith(page, 'Will it arrive?')).toContainText('Not sent')
  await expect(boxOf(page)).toHaveValue('Will it arrive?')
  await repair()
  await rowsOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(rowWith(page, 'Will it arrive?')).toContainText('Sent')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(boxOf(page)).toHaveValue('')
})

test('a message that the server refuses says why', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const text = 'x'.repeat(5001)
  await boxOf(page).fill(text)
  await page.keyboard.press('Enter')
  await isTold(page, 'Error', 'Failed to send message. Please try again.')
  await expect(rowWith(page, text)).toContainText('Not sent: Message must have at most 5000 characters')
  await expect(boxOf(page)).toHaveValue(text)
})

test('a message whose answer was lost is there once, also after sending it again', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const repair = await loseAnswers(page, chatCall)
  await boxOf(page).fill('Twice?')
  await page.keyboard.press('Enter')
  await isTold(page, 'Error', 'The server did not respond, so the message may have been sent.')
  await expect(rowWith(page, 'Twice?')).toContainText('Sent')
  await expect(rowsOf(page)).toHaveCount(1)
  await repair()
  await boxOf(page).press('Enter')
  await expect(boxOf(page)).toHaveValue('')
  await expect(rowsOf(page)).toHaveCount(1)
})

test('a typed message is there again after a reload, for its writer only', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  await boxOf(page).fill('Half a thought')
  await page.reload()
  await expect(boxOf(page)).toHaveValue('Half a thought')
  await expect(panelOf(page)).toContainText('Draft restored')
  await panelOf(page).getByRole('button', { name: 'Discard' }).click()
  await expect(boxOf(page)).toHaveValue('')
})

test('two tabs of one person agree on the messages and on what was read', async ({ desk, person }) => {
  const client = await person('client')
  const { id } = await aTicket(client.api)
  const helpdesk = await desk.signedIn('helpdesk')
  const second = { page: await client.context.newPage() }
  await openChat(second, id)
  await client.page.bringToFront()
  await openChat(client, id)
  await boxOf(client.page).fill('From the first')
  await client.page.keyboard.press('Enter')
  await expect(rowWith(client.page, 'From the first')).toContainText('Sent')
  const message = await say(helpdesk, id, 'Answer')
  for (const { page } of [client, second]) {
    await expect.poll(() => textsOf(page)).toEqual(['From the first', 'Answer'])
    await expect(rowWith(page, 'From the first')).toContainText('Sent')
  }
  const { body } = await client.api.get<{ messages: { id: string }[] }>(`/api/tickets/${id}/chat`)
  const said = body.messages.find((one) => one.id !== message.id)
  await helpdesk.post(`/api/tickets/${id}/chat/${said?.id}/read`)
  for (const { page } of [client, second])
    await expect(rowWith(page, 'From the first').getByTitle(/^Read /)).toBeVisible()
})

test('a failed read mark is logged in the console and shown nowhere', async ({ browser, desk }) => {
  const client = await desk.signedIn('client')
  const { id } = await aTicket(client)
  await say(await desk.signedIn('helpdesk'), id, 'Read me')
  const context = await browser.newContext({ baseURL: desk.url })
  const [name = '', value = ''] = client.cookie.split('=')
  await context.addCookies([{ name, value, url: desk.url }])
  const page = await context.newPage()
  const logged: string[] = []
  page.on('console', (line) => line.type() === 'error' && logged.push(line.text()))
  await breakCalls(page, '**/read', { method: 'POST' })
  await openChat({ page }, id)
  await expect(rowWith(page, 'Read me')).toBeVisible()
  await expect.poll(() => logged.join()).toContain('could not be marked as read')
  await expect(page.getByRole('group', { name: 'Error' })).toHaveCount(0)
  await context.close()
})

test('typing is signalled at once and repeatedly, and its end two seconds after the last key', async ({
  person,
}) => {
  const client = await person('client', { firstName: 'Nora', lastName: 'Berg' })
  const helpdesk = await person('helpdesk', { path: null })
  const { id } = await aTicket(client.api)
  await say(client.api, id, 'Hello')
  const said = listenToSocket(client.page)
  for (const { page } of [helpdesk, client]) await page.clock.install()
  await openChat(helpdesk, id)
  await openChat(client, id)
  for (const { page } of [helpdesk, client]) await stopTime(page)
  const { clock } = client.page
  for (const letter of 'hello') {
    await boxOf(client.page).pressSequentially(letter)
    await clock.runFor(1000)
  }
  const dots = panelOf(helpdesk.page).locator('[data-typing]')
  await expect(dots.locator('span')).toHaveCount(3)
  await expect(panelOf(helpdesk.page)).toContainText('Nora Berg is typing')
  await clock.runFor(900)
  expect(said.of('user:stop_typing')).toEqual([])
  await expect(dots).toHaveCount(1)
  await clock.runFor(100)
  await expect(dots).toHaveCount(0)
  await expect(panelOf(client.page).locator('[data-typing]')).toHaveCount(0)
  const about = { ticketId: id, userId: client.api.id }
  // At once, and every two seconds.
  expect(said.of('user:typing')).toEqual(Array.from({ length: 3 }, () => ({ type: 'user:typing', ...about })))
  expect(said.of('user:stop_typing')).toEqual([{ type: 'user:stop_typing', ...about }])

  // Many signals were sent in one real second, so the server may pass over the next; a person who types on sends another.
  await expect(async () => {
    await boxOf(client.page).pressSequentially('!')
    await clock.runFor(1600)
    await expect(dots).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await boxOf(client.page).press('Enter')
  await expect(dots).toHaveCount(0)
  expect(said.of('user:stop_typing')).toHaveLength(2)
})

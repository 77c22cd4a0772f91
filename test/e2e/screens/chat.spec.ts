import { aTicket, change } from '#test/factories.ts'
import {
  boxOf,
  logOf,
  openChat,
  panelOf,
  roomy,
  rowsOf,
  rowWith,
  say,
  textsOf,
  toggleOf,
} from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'

const chatCall = /\/api\/tickets\/[^/]+\/chat(\?.*)?$/
const olderCall = /\/chat\?.*offset=20/

test('a client and the desk talk: each reads who says what and when, and what the other has read', async ({
  person,
}) => {
  const client = await person('client', { path: null, firstName: 'Nora', lastName: 'Berg' })
  const helpdesk = await person('helpdesk', { path: null, firstName: 'Hedda', lastName: 'Desk' })
  const { id } = await aTicket(client.api)
  await openChat(helpdesk, id)
  await expect(logOf(helpdesk.page)).toContainText('No messages yet. Start the conversation!')

  await boxOf(helpdesk.page).fill('Good morning')
  await helpdesk.page.keyboard.press('Enter')
  const own = rowWith(helpdesk.page, 'Good morning')
  await expect(own).toContainText('Hedda Desk')
  await expect(own).toContainText('Help Desk')
  await expect(own.getByTitle('Role: Help Desk')).toHaveClass(/bg-gray-bg/)
  await expect(own).toContainText('HD')
  await expect(own).toContainText('less than a minute ago')
  await expect(own.getByTitle('Delivered')).toHaveText('Sent')

  await openChat(client, id)
  const theirs = rowWith(client.page, 'Good morning')
  await expect(theirs).toContainText('Hedda Desk')
  await expect(theirs.getByText(/^(Sent|Read)$/)).toHaveCount(0)
  await expect(logOf(client.page).getByText('New', { exact: true })).toBeVisible()
  await expect(own.getByTitle('Read less than a minute ago')).toHaveText('Read')

  await boxOf(client.page).fill('Good morning, the printer burns')
  await client.page.keyboard.press('Enter')
  const answer = rowWith(helpdesk.page, 'the printer burns')
  await expect(answer).toContainText('Nora Berg')
  await expect(answer).toContainText('Client')
  await expect(rowWith(client.page, 'the printer burns').getByTitle(/^Read /)).toHaveText('Read')
  for (const { page } of [client, helpdesk])
    expect(await textsOf(page)).toEqual(['Good morning', 'Good morning, the printer burns'])
})

test('the chat is 24rem high and scrolls, own messages stand right, the others left, none wider than 70%', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const helpdesk = await desk.signedIn('helpdesk')
  await say(helpdesk, id, 'long '.repeat(60))
  await say(client.api, id, 'mine '.repeat(60))
  await openChat(client, id)
  const log = logOf(client.page)
  await expect(rowsOf(client.page)).toHaveCount(2)
  await expect(log).toHaveCSS('height', '384px')
  await expect(log).toHaveCSS('overflow-y', 'auto')
  const places = await rowsOf(client.page).evaluateAll((rows) =>
    rows.map((row) => {
      const bubble = row.lastElementChild!
      const [box, around] = [bubble.getBoundingClientRect(), row.getBoundingClientRect()]
      const toLeft = box.left - around.left
      const toRight = around.right - box.right
      return {
        maxWidth: getComputedStyle(bubble).maxWidth,
        isRight: toRight < toLeft,
        share: box.width / around.width,
      }
    }),
  )
  expect(places.map(({ isRight }) => isRight)).toEqual([false, true])
  for (const { maxWidth, share } of places) {
    expect(maxWidth).toBe('70%')
    expect(share).toBeLessThanOrEqual(0.701)
  }
})

test('the age of a message is told in plain English, with the exact time behind it', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  for (const text of ['an hour', 'five minutes', 'now']) await say(client.api, id, text)
  for (const [text, ago] of [
    ['an hour', '61 minutes'],
    ['five minutes', '5 minutes'],
  ])
    await desk.database.pool.query(
      `update chat_messages set created_at = now() - $3::interval where ticket_id = $1 and message = $2`,
      [id, text, ago],
    )
  await openChat(client, id)
  for (const [text, ago] of [
    ['an hour', 'about 1 hour ago'],
    ['five minutes', '5 minutes ago'],
    ['now', 'less than a minute ago'],
  ] as const) {
    const time = rowWith(client.page, text).locator('time')
    await expect(time).toContainText(ago)
    await expect(time).toHaveAttribute('title', /\d{4}.*UTC/)
  }
})

test('older messages come page by page, and the reader’s place stays where it is', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const helpdesk = await desk.signedIn('helpdesk')
  const all = Array.from({ length: 45 }, (_, turn) => `Message ${turn + 1}.`)
  for (const [turn, text] of all.entries()) await say(turn % 2 ? client.api : helpdesk, id, text)
  const { page } = client
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && chatCall.test(request.url())) asked.push(new URL(request.url()).search)
  })
  await openChat(client, id)
  await expect(rowsOf(page)).toHaveCount(20)
  expect(await textsOf(page)).toEqual(all.slice(25))
  expect(asked[0]).toBe('?limit=20&offset=0')

  const letGo = await holdCalls(page, olderCall)
  const more = logOf(page).getByRole('button', { name: /Load More Messages|Loading\.\.\./ })
  await more.scrollIntoViewIfNeeded()
  const placeOf = (text: string) =>
    rowWith(page, text).evaluate(
      (row) => row.getBoundingClientRect().top - row.closest('[role=log]')!.getBoundingClientRect().top,
    )
  await logOf(page).evaluate((log) => log.scrollTo({ top: 0 }))
  await more.click()
  await expect(more).toHaveText('Loading...')
  await expect(more).toBeDisabled()
  const before = await placeOf('Message 26.')
  await letGo()
  await expect(rowsOf(page)).toHaveCount(40)
  expect(asked).toContain('?limit=20&offset=20')
  expect(Math.abs((await placeOf('Message 26.')) - before)).toBeLessThan(2)
  expect(await textsOf(page)).toEqual(all.slice(5))

  await logOf(page).evaluate((log) => log.scrollTo({ top: 0 }))
  await more.click()
  await expect(rowsOf(page)).toHaveCount(45)
  await expect(more).toHaveCount(0)
  expect(asked).toContain('?limit=20&offset=40')
  expect(await textsOf(page)).toEqual(all)
})

test('a person is told when older messages cannot be loaded, and tries again', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  for (let turn = 1; turn <= 21; turn++) await say(client.api, id, `Message ${turn}.`)
  const { page } = client
  await openChat(client, id)
  const repair = await breakCalls(page, olderCall)
  const more = logOf(page).getByRole('button', { name: 'Load More Messages' })
  await more.click()
  await isTold(page, 'Error', 'Failed to load more messages.')
  await expect(more).toBeEnabled()
  await repair()
  await more.click()
  await expect(rowsOf(page)).toHaveCount(21)
})

test('a slow chat says that it loads, and a failed one says so in its place and can be tried again', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  await say(client.api, id, 'Anybody there?')
  const { page } = client
  await page.setViewportSize(roomy)
  const letGo = await holdCalls(page, chatCall)
  await page.goto(`/?ticket=${id}`)
  await toggleOf(page).click()
  await expect(panelOf(page)).toContainText('Loading messages...')
  await letGo()
  await expect(rowWith(page, 'Anybody there?')).toBeVisible()

  for (const status of [403, 500]) {
    const repair = await breakCalls(page, chatCall, { status })
    await page.reload()
    await toggleOf(page).click()
    await expect(panelOf(page).getByRole('alert')).toContainText(
      'Unable to load chat. You may not have permission to view this conversation.',
    )
    await expect(boxOf(page)).toHaveCount(0)
    await repair()
    await panelOf(page).getByRole('button', { name: 'Retry' }).click()
    await expect(rowWith(page, 'Anybody there?')).toBeVisible()
  }
})

test('a message of an unknown sender is shown as of an unknown user', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  await say(client.api, id, 'From somewhere')
  const { page } = client
  await page.route(chatCall, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { messages: Record<string, unknown>[] }
    const messages = body.messages.map(({ sender: _, ...message }) => ({
      ...message,
      readAt: message['createdAt'],
      senderId: '00000000-0000-4000-8000-000000000000',
    }))
    await route.fulfill({ response: answer, json: { ...body, messages } })
  })
  await openChat(client, id)
  const row = rowWith(page, 'From somewhere')
  await expect(row).toContainText('Unknown User')
  await expect(row.getByText('unknown', { exact: true })).toBeVisible()
  await expect(row).toContainText('UU')
})

test('the chat is there for the creator, the assignee and the desk, and nothing is loaded for anybody else', async ({
  desk,
  person,
}) => {
  const client = await person('client')
  const ticket = await aTicket(client.api)
  const [assignee, colleague, root] = [
    await person('internal'),
    await person('internal'),
    await person('super_user'),
  ]
  await change(root.api, ticket.id, { assignedToId: assignee.api.id })
  for (const one of [client, assignee, root]) {
    await openChat(one, ticket.id)
    await expect(boxOf(one.page)).toBeEnabled()
  }
  const { page } = colleague
  const asked: string[] = []
  page.on('request', (request) => {
    if (chatCall.test(request.url())) asked.push(request.url())
  })
  await page.setViewportSize(roomy)
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(page.getByRole('dialog').getByText(ticket.description)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Live Chat' })).toHaveCount(0)
  await expect(panelOf(page)).toHaveCount(0)

  await change(await desk.signedIn('helpdesk'), ticket.id, { assignedToId: null })
  await expect(panelOf(assignee.page)).toHaveCount(0)
  expect(asked).toEqual([])
})

test('a reader above the end is not moved by new messages, is told how many, and goes there', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const helpdesk = await desk.signedIn('helpdesk')
  for (let turn = 1; turn <= 20; turn++) await say(client.api, id, `Message ${turn}.`)
  const { page } = client
  await openChat(client, id)
  const log = logOf(page)
  const toEnd = () => log.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop)
  await expect(rowWith(page, 'Message 20.')).toBeVisible()
  expect(await toEnd()).toBeLessThan(2)
  await say(helpdesk, id, 'Followed')
  await expect(rowWith(page, 'Followed')).toBeVisible()
  await expect.poll(toEnd).toBeLessThan(2)

  await log.evaluate((list) => list.scrollTo({ top: 200 }))
  await say(helpdesk, id, 'One')
  await say(helpdesk, id, 'Two')
  const pill = panelOf(page).getByRole('button', { name: '2 new messages' })
  await expect(pill).toBeVisible()
  expect(await log.evaluate((list) => list.scrollTop)).toBe(200)
  await pill.click()
  await expect(pill).toHaveCount(0)
  expect(await toEnd()).toBeLessThan(2)

  await log.evaluate((list) => list.scrollTo({ top: 200 }))
  await boxOf(page).fill('Mine')
  await page.keyboard.press('Enter')
  await expect(rowWith(page, 'Mine')).toBeVisible()
  await expect.poll(toEnd).toBeLessThan(2)
})

test('unread messages are counted on the row, on the tab of the chat and in the title, until they are read', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const ticket = await aTicket(client.api, { subject: 'Waiting' })
  const { page } = client
  const helpdesk = await desk.signedIn('helpdesk')
  await say(helpdesk, ticket.id, 'One')
  await page.goto('/')
  await expect(page).toHaveTitle(/^\(1\) My Tickets/)
  await expect(page.getByTitle('1 unread chat message')).toBeVisible()
  await say(helpdesk, ticket.id, 'Two')
  await say(helpdesk, ticket.id, 'Three')
  await expect(page).toHaveTitle(/^\(3\) My Tickets/)
  await expect(page.getByTitle('3 unread chat messages')).toBeVisible()

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('link', { name: 'Waiting' }).click()
  const tab = page.getByRole('tab', { name: 'Live Chat 3 unread' })
  await tab.click()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page.getByRole('tab', { name: 'Live Chat', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^My Tickets/)
})

test('the chat beside the ticket opens and closes on demand; on a phone it covers the conversation', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const toggle = page.getByRole('button', { name: 'Live Chat' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await expect(panelOf(page)).toHaveCount(0)
  await toggle.click()
  await expect(boxOf(page)).toBeEnabled()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  await expect(page.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await toggle.click()
  await boxOf(page).fill('From the phone')
  await page.keyboard.press('Enter')
  await expect(rowWith(page, 'From the phone')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an address in a chat message can be clicked, in the panel and in the conversation, and the rest stays as typed', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const typed = 'See https://example.com/a.\n**Not bold** [x](javascript:alert(1)) ftp://f.example'
  await say(client.api, id, typed)
  await openChat(client, id)
  const line = client.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Not bold' })
  for (const place of [rowWith(client.page, 'Not bold'), line]) {
    const text = place.getByText('Not bold')
    await expect(text.getByRole('link')).toHaveText(['https://example.com/a'])
    expect(await text.evaluate((element) => element.textContent)).toBe(typed)
    await expect(text.getByRole('link')).toHaveAttribute('href', 'https://example.com/a')
    await expect(text.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    // Without its panel the chat stands in the conversation.
    await toggleOf(client.page).click()
  }
})

test('a message of an earlier day has its clock in the panel and in the conversation', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  await say(client.api, id, 'Long said')
  await desk.database.pool.query(
    `update chat_messages set created_at = '2026-01-02T16:39:00Z' where ticket_id = $1`,
    [id],
  )
  await openChat(client, id)
  await expect(rowWith(client.page, 'Long said').locator('time')).toHaveText(/ ago · \d/)
  await toggleOf(client.page).click()
  const line = client.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Long said' })
  await expect(line.locator('time')).toHaveText(/2 Jan, 16:39|Jan 2, .*4:39/)
})

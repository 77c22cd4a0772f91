import type { Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { aComment, aTicket, change } from '#test/factories.ts'
import { anUpload, content } from '#test/files.ts'
import { panelOf } from '#test/browser/chat.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'

/** In the order in which they are read on paper. */
const printed = [
  'Printer on fire',
  'Description',
  'It burns since nine.',
  'Attachments',
  'photo.png',
  'Updates & Comments',
  'We are on it',
  'Details',
  'Submitted by',
  'WhatsApp',
  'SMS',
]

const left = [
  'They have not paid',
  'Hello from the chat',
  'Live Chat',
  'Connected',
  'Enable notifications',
  'Type your message',
  'Add Comment',
  'Internal comment',
  'Save Changes',
  'Ticket Management',
  'History',
  'My Tickets',
]

/** Compares without spaces, for places keep words apart on paper. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

async function printedText(page: Page) {
  const { text } = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })), { mergePages: true })
  return withoutSpaces(text)
}

for (const [width, tab] of [
  [1440, undefined],
  [1024, 'Live Chat'],
  [390, 'Details'],
  [390, 'Live Chat'],
] as const)
  test(`a ticket printed from a window of ${width} px${tab ? `, showing ${tab},` : ''} reads from the description to the codes, without the chat`, async ({
    person,
    desk,
  }) => {
    const { page, api } = await person('helpdesk', { path: null })
    const file = await anUpload(desk, api, 'photo.png', content.png)
    const ticket = await aTicket(api, {
      subject: 'Printer on fire',
      description: 'It burns since nine.',
      attachmentIds: [file.id],
    })
    await aComment(api, ticket.id, 'They have not paid', true)
    await aComment(api, ticket.id, 'We are on it')
    await api.post(`/api/tickets/${ticket.id}/chat`, { message: 'Hello from the chat' })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/?ticket=${ticket.id}`)
    const chosen =
      width === 1024
        ? page.getByRole('tab', { name: tab })
        : page.getByRole('button', { name: tab === 'Details' ? /^Details/ : 'Live Chat' })
    await chosen.click()
    if (tab !== 'Details') await expect(panelOf(page).getByText('Hello from the chat')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of the SMS link', includeHidden: true })).toHaveCount(
      1,
    )

    const text = await printedText(page)
    const places = printed.map((words) => text.indexOf(withoutSpaces(words)))
    expect(places, text).not.toContain(-1)
    expect(places, text).toEqual(places.toSorted((a, b) => a - b))
    // Paper gets old: it says when, not how long ago.
    expect(text).toContain(String(new Date().getFullYear()))
    expect(text).not.toMatch(/Justnow|\dmago/)
    expect(
      left.filter((words) => text.includes(withoutSpaces(words))),
      text,
    ).toEqual([])
    // The screen is as it was: nothing was mounted anew for the paper.
    const state = width === 1024 ? 'aria-selected' : tab === 'Details' ? 'aria-expanded' : 'aria-pressed'
    await expect(chosen).toHaveAttribute(state, 'true')
  })

test('a person prints the ticket without internal comments and without the screen behind it', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'On paper' })
  await aComment(api, ticket.id, 'They have not paid', true)
  await aComment(api, ticket.id, 'We are on it')
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: ticket.subject })
  await dialog.getByRole('button', { name: 'Print Ticket' }).click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    // Comments are printed though the details cover them.
    if (width === 390) await dialog.getByRole('button', { name: /^Details/ }).click()
    await page.emulateMedia({ media: 'print' })
    for (const text of ['On paper', ticket.ticketNumber, 'It burns since nine o’clock.', 'We are on it'])
      await expect(dialog.getByText(text).first(), text).toBeVisible()
    await expect(dialog.getByText('They have not paid')).toBeHidden()
    await expect(page.getByText('My Tickets').first()).toBeHidden()
    for (const name of ['Save Changes', 'Print Ticket', 'Delete Ticket', 'Add Comment', 'Close'])
      await expect(dialog.getByRole('button', { name }), name).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await expect(dialog.getByText('They have not paid')).toBeVisible({ visible: width > 390 })
  }
})

test('a person prints the ticket with its whole chat, each line at its time and no change of a field twice', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'On paper' })
  for (let number = 1; number <= 130; number++)
    await api.post(`/api/tickets/${ticket.id}/chat`, { message: `Line ${number}.` })
  await aComment(api, ticket.id, 'They have not paid', true)
  await aComment(api, ticket.id, 'We are on it')
  await change(colleague, ticket.id, { status: 'testing' })
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: ticket.subject })
  const talk = dialog.locator('[data-print=comments]')
  await dialog.getByRole('button', { name: 'More ways to print' }).click()
  await page.getByRole('button', { name: 'With chat', exact: true }).click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  const lines = talk.getByRole('listitem').filter({ visible: true })
  await expect(lines).toHaveCount(131)
  await expect(lines.first()).toContainText('Line 1.')
  await expect(lines.last()).toContainText('We are on it')
  await expect(dialog.getByText('changed status').filter({ visible: true })).toHaveCount(0)
  // The next time it is left out again.
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(lines).toHaveCount(1)
})

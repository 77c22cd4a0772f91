import type { Page } from '@playwright/test'
import { aComment, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { messagesOf } from '#test/browser/messages.ts'
import { expect, test, type Person } from '#test/browser/desk.ts'
import { holdCalls, holdMessages, isLive, isTold } from '#test/browser/steps.ts'

const rich = [
  '# What happened',
  'The **mail gateway** stands *still*.',
  'Since nine.',
  '',
  '- [x] restarted',
  '- [ ] asked the provider',
  '',
  '> It says `550 blocked`',
  '',
  '| hour | mails |',
  '|---|--:|',
  '| 9 | 0 |',
  '',
  '```',
  'postqueue -p',
  '```',
  'See [the status page](https://status.example/) and ![graph](https://tracker.example/p.png)',
  '<img src="https://tracker.example/q.png" onerror="alert(1)">',
].join('\n')

async function opened({ page }: Person, ticket: { id: string; subject: string }) {
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: ticket.subject })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Everything the page asks other servers for. */
function foreignCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (!['127.0.0.1', 'localhost'].includes(new URL(request.url()).hostname)) calls.push(request.url())
  })
  return calls
}

test('a person reads Markdown as it was meant, and nothing of it is fetched or run', async ({ person }) => {
  const client = await person('client', { path: null })
  const { page, api } = client
  const foreign = foreignCalls(page)
  const ticket = await aTicket(api, { subject: 'With Markdown', description: rich })
  await aComment(api, ticket.id, 'Still **nothing**')
  const dialog = await opened(client, ticket)
  await expect(dialog.getByRole('heading', { name: 'What happened', level: 4 })).toBeVisible()
  await expect(dialog.getByText('mail gateway', { exact: true })).toHaveCSS('font-weight', '700')
  await expect(dialog.getByText(/stands still\.\s+Since nine\./)).toBeVisible()
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'restarted' }).getByRole('img', { name: 'Done' }),
  ).toBeVisible()
  await expect(dialog.getByRole('table')).toContainText('mails')
  await expect(dialog.getByText('postqueue -p')).toBeVisible()
  const link = dialog.getByRole('link', { name: 'the status page' })
  await expect(link).toHaveAttribute('href', 'https://status.example/')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(dialog.getByRole('link', { name: 'graph' })).toBeVisible()
  await expect(dialog.getByText('<img src="https://tracker.example/q.png" onerror="alert(1)">')).toBeVisible()
  await expect(dialog.getByRole('listitem').getByText('nothing', { exact: true })).toHaveCSS(
    'font-weight',
    '700',
  )
  await expect(dialog.locator('img[src*="example"]')).toHaveCount(0)
  expect(foreign).toEqual([])
  expect(await violationsOf(page)).toEqual([])
})

test('a person writes a comment, looks at its preview, and goes on writing, by keys alone', async ({
  person,
}) => {
  const internal = await person('internal', { path: null })
  const { page, api } = internal
  const dialog = await opened(internal, await aTicket(api))
  const box = dialog.getByLabel('Add a comment')
  const preview = dialog.getByRole('tab', { name: 'Preview' })
  await expect(preview).toBeDisabled()
  await box.fill('This is **it**')
  await dialog.getByRole('tab', { name: 'Write' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('tabpanel', { name: 'Preview' }).getByText('it', { exact: true })).toHaveCSS(
    'font-weight',
    '700',
  )
  await expect(box).toBeHidden()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await expect(box).toHaveValue('This is **it**')
  await box.press('Control+Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'This is it' })).toBeVisible()
})

test('a comment that is sent from its preview is followed by one that is written', async ({ person }) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { page, api } = helpdesk
  const ticket = await aTicket(api)
  const dialog = await opened(helpdesk, ticket)
  const box = dialog.getByLabel('Add a comment')
  await box.fill('Looked at')
  await dialog.getByRole('checkbox', { name: 'Assign to me' }).uncheck()
  await dialog.getByRole('tab', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Add Comment', exact: true }).click()
  await expect(box).toBeFocused()
  // Each of these letters is a shortcut where nothing is written.
  await page.keyboard.type('His pipe is')
  await expect(box).toHaveValue('His pipe is')
  expect(
    (await api.get<{ assignedToId: string | null }>(`/api/tickets/${ticket.id}`)).body.assignedToId,
  ).toBe(null)
})

test('a client looks at the preview of a description before submitting it', async ({ person }) => {
  const { page } = await person('client', { path: '/client-portal' })
  await page.getByLabel('Description').fill('1. first\n2. second')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Preview' }).getByRole('listitem')).toHaveText([
    'first',
    'second',
  ])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('tab', { name: 'Write' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('1. first\n2. second')
})

test('a text of 50,000 characters made to be slow does not stop the page', async ({ person }) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { page, api } = helpdesk
  for (const part of ['_a', '> ', '[', '**a', 'a\n']) {
    const ticket = await aTicket(api, {
      subject: 'Slow',
      description: part.repeat(50_000 / part.length).trim() || 'x',
    })
    const begun = Date.now()
    await opened(helpdesk, ticket)
    await page.getByRole('button', { name: 'Print Ticket' }).hover()
    expect(Date.now() - begun).toBeLessThan(30_000)
  }
})

test('a helpdesk person mentions a colleague by name in an internal comment, and only the colleague is notified', async ({
  desk,
  person,
}) => {
  const helpdesk = await person('helpdesk', { path: null })
  const ingrid = await person('internal', { firstName: 'Ingrid', lastName: 'Olsen' })
  const other = await person('internal', { firstName: 'Otto', lastName: 'Other' })
  const client = await desk.signedIn('client')
  const ticket = await aTicket(client, { subject: 'Needs a look' })
  await isLive(ingrid.page)
  await isLive(other.page)
  await holdMessages(ingrid.page)
  const { page } = helpdesk
  const dialog = await opened(helpdesk, ticket)
  const box = dialog.getByLabel('Add a comment')
  const names = page.getByRole('listbox', { name: 'People to mention' })

  await dialog.getByRole('checkbox', { name: 'Internal comment' }).check()
  await box.pressSequentially('Hi @ing')
  await expect(names.getByRole('option', { name: 'Ingrid Olsen' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(names).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(box).toBeFocused()
  // Enter before the answer to the newest letter picks nobody whom it does not mean.
  const answer = await holdCalls(page, /mentionable\?q=ingr/)
  await box.pressSequentially('r')
  await expect(names.getByRole('option')).toHaveText([/Ingrid Olsen/])
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('Hi @Ingrid Olsen ')
  await answer()
  await box.pressSequentially('please look')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('listitem').locator('.mention')).toHaveText('@Ingrid Olsen')
  await isTold(ingrid.page, 'New Mention', `${helpdesk.name} mentioned you on ${ticket.ticketNumber}.`)
  await ingrid.page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(ingrid.page.getByRole('dialog', { name: 'Needs a look' })).toBeVisible()
  await isTold(other.page, 'Ticket Updated', ticket.ticketNumber)
  expect(messagesOf(other.page)).toEqual([])
  const { body } = await helpdesk.api.get<{ comments: { mentions: { id: string }[] }[] }>(
    `/api/tickets/${ticket.id}`,
  )
  expect(body.comments[0]?.mentions.map(({ id }) => id)).toEqual([ingrid.api.id])

  await dialog.getByRole('checkbox', { name: 'Internal comment' }).check()
  await box.pressSequentially('@ing')
  await names.getByRole('option', { name: 'Ingrid Olsen' }).click()
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('@Ingrid Olsen ')
})

test('a person prints internal comments only by choice, and the addresses of links', async ({ person }) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { page, api } = helpdesk
  const ticket = await aTicket(api, {
    subject: 'On paper',
    description: 'See [here](https://status.example/x)',
  })
  await aComment(api, ticket.id, 'They have not paid', true)
  await page.addInitScript(() => {
    window.print = () => {
      document.body.setAttribute(
        'data-printed',
        document.documentElement.hasAttribute('data-prints-internal') ? 'all' : 'public',
      )
    }
  })
  const dialog = await opened(helpdesk, ticket)
  await dialog.getByRole('button', { name: 'Print Ticket' }).click()
  await expect(page.locator('body[data-printed=public]')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'More ways to print' }).click()
  await page.getByRole('button', { name: 'Include internal comments' }).click()
  await expect(page.locator('body[data-printed=all]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(dialog.getByText('They have not paid')).toBeVisible()
  const address = await dialog
    .getByRole('link', { name: 'here' })
    .evaluate((link) => getComputedStyle(link, '::after').content)
  expect(address).toContain('https://status.example/x')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(dialog.getByText('They have not paid')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const client = await person('client')
  const own = await aTicket(client.api, { subject: 'Of a client' })
  await aComment(api, own.id, 'They have not paid', true)
  const theirs = await opened(client, own)
  await expect(theirs.getByRole('button', { name: 'Print Ticket' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'More ways to print' })).toHaveCount(0)
})

test('text from right to left is laid out so, in lists, in a ticket and while it is written', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { page, api } = client
  const subject = 'שגיאה: error (denied).'
  const ticket = await aTicket(api, { subject, description: 'שלום!\n\nPlain.' })
  const dialog = await opened(client, ticket)
  const directionOf = (text: string) => dialog.getByText(text, { exact: true })
  await expect(directionOf('שלום!')).toHaveCSS('direction', 'rtl')
  await expect(directionOf('Plain.')).toHaveCSS('direction', 'ltr')
  await expect(dialog.getByText(subject, { exact: true }).first()).toHaveCSS('direction', 'rtl')
  const box = dialog.getByRole('textbox', { name: /comment/i }).first()
  await box.fill('שלום')
  await expect(box).toHaveCSS('direction', 'rtl')
  await box.fill('')
  await page.goto('/my-tickets')
  await expect(page.getByRole('link', { name: subject }).first()).toHaveCSS('direction', 'rtl')

  const desk = await person('helpdesk', { path: '/dashboard' })
  await expect(desk.page.getByRole('link', { name: subject }).first()).toHaveCSS('direction', 'rtl')
  await desk.page.keyboard.press('Control+k')
  const typed = desk.page.getByRole('combobox')
  await typed.fill('שגיאה')
  await expect(typed).toHaveCSS('direction', 'rtl')
  const hit = desk.page.getByRole('option').filter({ hasText: ticket.ticketNumber })
  await expect(hit.locator('[dir=auto]').first()).toHaveCSS('direction', 'rtl')
})

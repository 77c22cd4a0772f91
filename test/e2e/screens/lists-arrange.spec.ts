import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { View } from '#features/views/contract.ts'
import { aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'
import { button, rowsOf, several, showsSubjects, test } from '#test/browser/tickets.ts'

const heads = (page: Page) => page.getByRole('columnheader')
const usual = ['', 'Ticket #', 'Subject', 'Client', 'Status', 'Priority', 'Assigned To', 'Created', 'Actions']
const columns = (page: Page) => page.getByRole('dialog', { name: 'Columns' })
const views = (page: Page) => page.getByRole('dialog', { name: 'Views' })
const nameField = (page: Page) => views(page).getByRole('textbox', { name: 'Name' })
const openViews = (page: Page) => page.getByRole('button', { name: /^Views$/ }).click()

test('a column that is chosen while the former choice is still being saved stays chosen', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await expect(heads(page)).toHaveText(usual)
  await button(page, 'Columns').click()
  const choice = (name: string) => columns(page).getByLabel(name, { exact: true })
  const releases: (() => void)[] = []
  await page.route('**/api/settings', async (route) => {
    await new Promise<void>((resolve) => releases.push(resolve))
    await route.continue()
  })
  await choice('Client').click()
  await expect.poll(() => releases.length).toBe(1)
  await choice('Project').click()
  await expect(choice('Project')).toBeChecked()
  const answered = page.waitForResponse('**/api/settings')
  releases[0]!()
  await answered
  // The next one is only sent once the first answer has been taken in.
  await expect.poll(() => releases.length).toBe(2)
  await expect(choice('Project')).toBeChecked({ timeout: 1 })
  releases[1]!()
  await expect(heads(page).filter({ hasText: 'Project' })).toBeVisible()
  await expect(heads(page).filter({ hasText: 'Client' })).toHaveCount(0)
})

test('columns that a person has chosen stand until they are known, and are not replaced by the usual ones', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page, api } = await person('helpdesk', { path: null })
  await api.send('PATCH', '/api/settings', { ticketColumns: ['project', 'status'] })
  const repair = await breakCalls(page, '**/api/settings', { status: 503 })
  await page.goto('/tickets')
  await expect(heads(page)).toHaveText(usual)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(button(page, 'Columns')).toBeDisabled()
  await repair()
  const own = ['', 'Ticket #', 'Subject', 'Project', 'Status', 'Actions']
  await expect(heads(page)).toHaveText(own)
  await button(page, 'Columns').click()
  await columns(page).getByLabel('Client', { exact: true }).click()
  await expect
    .poll(async () => (await api.get('/api/settings')).body)
    .toMatchObject({ ticketColumns: ['project', 'status', 'client'] })
})

test('the table begins with the columns of its person, before they and the tickets are known', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page, api } = await person('helpdesk', { path: null })
  const first = await holdCalls(page, /\/api\/(settings|tickets\?)/)
  await page.goto('/tickets')
  await expect(heads(page)).toHaveText(usual)
  await expect(rowsOf(page)).toHaveCount(0)
  await first()
  await expect(rowsOf(page)).toHaveCount(1)

  await api.send('PATCH', '/api/settings', { ticketColumns: ['project', 'status'] })
  await page.reload()
  const own = ['', 'Ticket #', 'Subject', 'Project', 'Status', 'Actions']
  await expect(heads(page)).toHaveText(own)
  const second = await holdCalls(page, /\/api\/(settings|tickets\?)/)
  await page.reload()
  await expect(heads(page)).toHaveText(own)
  await expect(rowsOf(page)).toHaveCount(0)
  await second()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('a person arranges the columns, and finds them so in another browser', async ({
  desk,
  person,
  colleague,
}) => {
  await several(colleague, 1, { projectName: 'Lighthouse', category: 'email' })
  const { page, api } = await person('helpdesk', { path: '/tickets' })
  await expect(heads(page)).toHaveText(usual)
  await button(page, 'Columns').click()
  await columns(page).getByLabel('Client', { exact: true }).click()
  await columns(page).getByLabel('Project', { exact: true }).click()
  await button(columns(page), 'Move Priority up').click()
  await expect(heads(page)).toHaveText([
    '',
    'Ticket #',
    'Subject',
    'Priority',
    'Status',
    'Assigned To',
    'Created',
    'Project',
    'Actions',
  ])
  await expect(rowsOf(page).first()).toContainText('Lighthouse')
  await expect(button(columns(page), 'Move Priority up')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Columns')).toBeFocused()

  const again = await person('helpdesk')
  await again.context.clearCookies()
  const [name = '', value = ''] = api.cookie.split('=')
  await again.context.addCookies([{ name, value, url: desk.url }])
  await again.page.goto('/tickets')
  await expect(heads(again.page)).toHaveText([
    '',
    'Ticket #',
    'Subject',
    'Priority',
    'Status',
    'Assigned To',
    'Created',
    'Project',
    'Actions',
  ])
  await button(again.page, 'Columns').click()
  await button(columns(again.page), 'Reset').click()
  await expect(heads(again.page)).toHaveText(usual)
  await again.page.keyboard.press('Escape')

  const repair = await breakCalls(again.page, '**/api/settings', { method: 'PATCH' })
  await button(again.page, 'Columns').click()
  await columns(again.page).getByLabel('Status', { exact: true }).click()
  await isTold(again.page, 'Error', 'The columns could not be saved.')
  await expect(heads(again.page)).toHaveText(usual)
  await repair()
})

test('a person saves the filters under a name by keyboard alone, changes them, and deletes them', async ({
  person,
  colleague,
}) => {
  await aTicket(colleague, { subject: 'urgent', priority: 'critical' })
  await aTicket(colleague, { subject: 'calm', priority: 'low' })
  const { page } = await person('internal', { path: '/tickets?priority=critical&sort=subject' })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Views', exact: true }).focus()
  await press('Enter')
  await expect(views(page)).toBeVisible()
  await button(views(page), 'Save this view…').focus()
  await press('Enter')
  await expect(nameField(page)).toBeFocused()
  await expect(views(page).getByLabel('Visible to')).toHaveCount(0)
  await press('Enter')
  await expect(views(page).getByText('Name is required')).toBeVisible()
  await page.keyboard.type('On fire')
  await press('Enter')
  await isTold(page, 'Success', 'View “On fire” saved.')
  await expect(views(page).getByRole('listitem').getByRole('button').first()).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(button(views(page), 'Save this view…')).toBeFocused()
  await press('Escape')
  await expect(views(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'On fire', exact: true })).toBeFocused()

  await button(page, 'Clear').click()
  await page.getByLabel('Priority', { exact: true }).selectOption('Low')
  await expect(page).toHaveURL('/tickets?sort=subject&priority=low')
  await openViews(page)
  await button(views(page), 'On fire').press('Enter')
  await expect(page).toHaveURL(/\/tickets\?(priority=critical&sort=subject|sort=subject&priority=critical)$/)
  await showsSubjects(page, ['urgent'])

  await page.getByLabel('Priority', { exact: true }).selectOption('Low')
  await openViews(page)
  await button(views(page), 'Save the current filters as On fire').click()
  await isTold(page, 'Success', 'View “On fire” updated.')
  await button(views(page), 'Rename or share On fire').click()
  await nameField(page).fill('No hurry')
  await press('Enter')
  await expect(button(views(page), 'No hurry')).toBeVisible()
  await button(views(page), 'Delete No hurry').click()
  await expect(button(views(page), 'Cancel')).toBeFocused()
  await button(views(page), 'Delete').press('Enter')
  await expect(views(page).getByText(/^No saved views yet/)).toBeVisible()
  await expect(views(page)).toBeFocused()
})

test('a shared view appears for its role at once, and only its owner changes it', async ({ person }) => {
  const owner = await person('helpdesk', {
    path: '/tickets?status=open',
    firstName: 'Olga',
    lastName: 'Owner',
  })
  const reader = await person('internal', { path: '/tickets' })
  await openViews(reader.page)
  await expect(views(reader.page).getByText(/^No saved views yet/)).toBeVisible()
  await openViews(owner.page)
  await button(views(owner.page), 'Save this view…').click()
  await nameField(owner.page).fill('To do')
  await views(owner.page).getByLabel('Visible to').selectOption('Chosen roles')
  await views(owner.page).getByLabel('Helpdesk').uncheck()
  await views(owner.page).getByLabel('Super users').uncheck()
  await button(views(owner.page), 'Save').click()
  await expect(views(owner.page).getByText('Shared with Internal staff')).toBeVisible()
  await expect(views(reader.page).getByText('Shared by Olga Owner')).toBeVisible()
  await expect(views(reader.page).getByRole('button', { name: /^(Rename|Delete|Save the)/ })).toHaveCount(0)
  await button(views(owner.page), 'Save this view…').click()
  await nameField(owner.page).fill('TO DO')
  await button(views(owner.page), 'Save').click()
  await expect(views(owner.page).getByText('You already have a view named TO DO.')).toBeVisible()
  await button(views(owner.page), 'Cancel').click()

  await button(views(owner.page), 'Rename or share To do').click()
  await nameField(owner.page).fill('Next')
  // In another tab they share it with others meanwhile.
  const saved = (await owner.api.get<View[]>('/api/views')).body.find(({ name }) => name === 'To do')
  await owner.api.send('PATCH', `/api/views/${saved?.id}`, { sharedWith: 'helpdesk' })
  await button(views(owner.page), 'Save').click()
  await expect(button(views(owner.page), 'Next Shared with Helpdesk')).toBeVisible()
  // Others on this desk would have it beside their own.
  await button(views(owner.page), 'Delete Next').click()
  await button(views(owner.page), 'Delete').click()
  await expect(views(owner.page).getByText(/^No saved views yet/)).toBeVisible()
})

test('a person exports exactly the filtered list, as it is arranged', async ({ person, colleague }) => {
  await aTicket(colleague, { subject: '=1+1', priority: 'high' })
  await aTicket(colleague, { subject: 'left out', priority: 'low' })
  await several(colleague, 12, { priority: 'high' })
  const { page } = await person('helpdesk', { path: '/tickets?priority=high&sort=number' })
  const download = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^tickets-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\ufeffTicket #,Subject,Client,Status,Priority,Assigned To,Created')
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([
    "'=1+1",
    ...Array.from({ length: 12 }, (_, at) => `Ticket ${at + 1}`),
  ])
  await isTold(page, 'Success', `${file.suggestedFilename()} is in your downloads.`)
  await breakCalls(page, '**/api/tickets/export?**')
  await button(page, 'Export CSV').click()
  await isTold(page, 'Error', 'The tickets could not be exported.')
})

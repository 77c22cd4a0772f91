import type { Page } from '@playwright/test'
import type { MailClient } from '#features/inbound/settings/contract.ts'
import type { OwnPreference } from '#features/notifications/contract.ts'
import { roles } from '#features/users/contract.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { aClient, assign } from '#test/factories.ts'
import { openPost } from '#test/incoming-mail.ts'
import { breakCalls, openTabBehind } from '#test/browser/steps.ts'

const path = '/api/profile/email-preferences'
const card = (page: Page) => page.getByRole('region', { name: 'Email notifications', exact: true })
const rows = (page: Page) => card(page).getByRole('listitem')
const frequency = (page: Page, label: string) =>
  card(page).getByRole('combobox', { name: `Frequency of ${label}` })
const enabled = (page: Page, label: string) => card(page).getByRole('switch', { name: `${label} enabled` })
const labels = [
  'Ticket Updates',
  'Daily Summary',
  'Weekly Summary',
  'Assignment Notifications',
  'Status Changes',
]

test('everybody sees their default email preferences', async ({ person }) => {
  const { page, become } = await person('client', { path: '/profile' })
  for (const role of roles)
    await test.step(role, async () => {
      if (role !== 'client') await become(role)
      await expect(rows(page)).toHaveCount(5)
      for (const [place, label] of labels.entries()) await expect(rows(page).nth(place)).toContainText(label)
      for (const [label, value] of [
        ['Ticket Updates', 'immediate'],
        ['Daily Summary', 'daily'],
        ['Weekly Summary', 'weekly'],
        ['Assignment Notifications', 'immediate'],
        ['Status Changes', 'immediate'],
      ] as const) {
        await expect(frequency(page, label)).toHaveValue(value)
        await expect(frequency(page, label).getByRole('option')).toHaveText([
          'Never',
          'Immediate',
          'Daily',
          'Weekly',
        ])
        await expect(enabled(page, label)).toBeChecked()
      }
    })
})

test('a changed preference is saved at once, by mouse or keyboard, and seen in the other window', async ({
  person,
}) => {
  const { page, api } = await person('internal', { path: '/profile' })
  const other = await openTabBehind(page, '/profile')
  await expect(rows(other)).toHaveCount(5)
  await frequency(page, 'Status Changes').selectOption('Weekly')
  await expect(frequency(other, 'Status Changes')).toHaveValue('weekly')
  await enabled(page, 'Status Changes').focus()
  await page.keyboard.press('Space')
  await expect(enabled(other, 'Status Changes')).not.toBeChecked()
  await expect(frequency(other, 'Status Changes')).toHaveValue('weekly')
  await page.keyboard.press('Shift+Tab')
  await expect(frequency(page, 'Status Changes')).toBeFocused()
  for (const key of ['ArrowDown', 'd', 'Enter']) await page.keyboard.press(key)
  await expect(frequency(other, 'Status Changes')).toHaveValue('daily')
  const { body } = await api.get<OwnPreference[]>(path)
  expect(body.at(-1)).toMatchObject({
    notificationType: 'status_changes',
    frequency: 'daily',
    isEnabled: false,
  })
  await other.close()
})

test('a preference that could not be saved stays as it was chosen, says so, and is saved by trying again', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: '/profile' })
  await expect(rows(page)).toHaveCount(5)
  const repair = await breakCalls(page, `**${path}`, { method: 'PUT' })
  await frequency(page, 'Ticket Updates').selectOption('Daily')
  const alert = card(page).getByRole('alert')
  await expect(alert).toContainText('This is not saved yet.')
  await enabled(page, 'Ticket Updates').click()
  await expect(alert).toContainText('This is not saved yet.')
  await expect(frequency(page, 'Ticket Updates')).toHaveValue('daily')
  await expect(enabled(page, 'Ticket Updates')).not.toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  expect((await api.get<OwnPreference[]>(path)).body[0]).toMatchObject({
    frequency: 'immediate',
    isEnabled: true,
  })
  await repair()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toHaveCount(0)
  await expect(frequency(page, 'Ticket Updates')).toHaveValue('daily')
  await expect
    .poll(async () => (await api.get<OwnPreference[]>(path)).body[0])
    .toMatchObject({ frequency: 'daily', isEnabled: false })
})

test('preferences that cannot be loaded say so and are loaded when they are asked for again', async ({
  person,
}) => {
  const { page } = await person('client', { path: null })
  const repair = await breakCalls(page, `**${path}`, { status: 404 })
  await page.goto('/profile')
  await expect(card(page).getByRole('alert')).toContainText('The email notifications could not be loaded.', {
    timeout: 30_000,
  })
  await repair()
  await card(page).getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(5)
})

test('a person of two clients chooses the one that their mails are of; others are not asked', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const [{ id: mill }, { id: quay }] = [
    await aClient(root, { name: 'Twin Gate' }),
    await aClient(root, { name: 'Wide Door' }),
  ]
  const { page, api } = await person('client', { path: null, email: 'gina@two.test' })
  await assign(root, mill, api.id, 'employee')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible()
  await expect(page.getByLabel('Email I write goes to')).toHaveCount(0)
  await assign(root, quay, api.id, 'employee')
  await page.reload()
  const choice = page.getByLabel('Email I write goes to')
  await expect(choice).toHaveAccessibleDescription(/New requests by email belong to this client/)
  await choice.selectOption('Wide Door')
  await expect(choice).toHaveValue(quay)
  expect(await violationsOf(page)).toEqual([])
  await expect
    .poll(async () => (await api.get<MailClient>('/api/profile/mail-client')).body.clientId)
    .toBe(quay)
  await page.reload()
  await expect(choice).toHaveValue(quay)
  const mail = await openPost(mailPort, colleague).deliver({ from: 'Gina <gina@two.test>', subject: 'Hello' })
  expect(mail).toMatchObject({ outcome: 'ticket', reason: 'new' })
})

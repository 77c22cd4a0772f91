import type { Page } from '@playwright/test'
import { password } from '#test/harness.ts'
import { aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { hasArrived } from '#test/browser/steps.ts'
import { test } from '#test/browser/tickets.ts'

const speaks = (page: Page, language: string) =>
  expect(page.locator('html')).toHaveAttribute('lang', language)

test('a visitor chooses German before signing in, and has it after a reload and once signed in', async ({
  desk,
  visitor,
}) => {
  const { email } = await desk.person('client')
  const page = await visitor()
  await page.goto('/')
  await speaks(page, 'en')
  await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
  // By keyboard, as everything.
  await page.getByRole('button', { name: 'Deutsch' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Support, der in der Spur bleibt.' })).toBeVisible()
  await speaks(page, 'de')
  expect(await violationsOf(page)).toEqual([])

  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail-Adresse oder Passwort falsch').first()).toBeVisible()
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Meine Tickets' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Meine Tickets' })).toBeVisible()
})

test('a person chooses their language in the profile, and finds it in every browser', async ({
  person,
  desk,
  browser,
}) => {
  const { page, api } = await person('helpdesk', { path: '/profile' })
  await page.getByLabel('First Name').fill('Zora')
  await page.getByLabel('Language').selectOption('Deutsch')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { name: 'Profileinstellungen' })).toBeVisible()
  await expect(page.getByLabel('Vorname')).toHaveValue('Zora')
  await expect(page.getByLabel('Sprache')).toHaveValue('de')
  expect(await violationsOf(page)).toEqual([])

  const ticket = await aTicket(api, { subject: 'Zebra' })
  const context = await browser.newContext({ baseURL: desk.url, locale: 'en-US' })
  const [name = '', value = ''] = api.cookie.split('=')
  await context.addCookies([{ name, value, url: desk.url }])
  const elsewhere = await context.newPage()
  await elsewhere.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = elsewhere.getByRole('dialog', { name: /Zebra$/ })
  await expect(dialog.getByRole('heading', { name: 'Beschreibung' })).toBeVisible()
  await speaks(elsewhere, 'de')
  await expect(dialog.getByRole('button', { name: 'Kommentar hinzufügen', exact: true })).toBeVisible()

  await page.getByLabel('Sprache').selectOption('Wie in diesem Browser')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await elsewhere.reload()
  await speaks(elsewhere, 'en')
  await context.close()
})

test('a browser that is set to German is answered in German without being asked', async ({
  browser,
  desk,
}) => {
  const api = await desk.signedIn('super_user')
  const context = await browser.newContext({ baseURL: desk.url, locale: 'de-AT' })
  const [name = '', value = ''] = api.cookie.split('=')
  await context.addCookies([{ name, value, url: desk.url }])
  const page = await context.newPage()
  await page.goto('/clients')
  await hasArrived(page)
  await expect(page.getByRole('heading', { name: 'Kundenverwaltung' })).toBeVisible()
  // Keys are called what stands on a German keyboard.
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Tastenkürzel' })
  for (const key of ['Strg', 'Umschalt', 'Leertaste'])
    await expect(sheet.getByText(key, { exact: true }).first()).toBeVisible()
  await context.close()
})

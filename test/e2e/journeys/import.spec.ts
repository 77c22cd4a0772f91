import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { button } from '#test/browser/tickets.ts'
import { state, csv, send } from '#test/browser/import-screen.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Rows' }).locator('tbody tr')

test('a super user imports clients and tickets: matches columns, sees what will happen, and then it happens', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: '/import' })
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible()
  await button(page, 'Continue').click()
  await expect(page.getByText('Choose a file')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await send(page, 'Clients', csv('firms.csv', 'id;Name', 'K-1;Import GmbH'))
  await button(page, 'Check rows').click()
  await button(page, 'Import 1 row').click()
  await expect(state(page)).toContainText('Imported')

  const file = csv(
    'tickets.csv',
    'Ticket,Betreff,Wer bezahlt,Status',
    '900001,It drips,K-1,closed',
    '900002,It leaks,K-1,broken',
  )
  await send(page, 'Tickets', file)
  await expect(page.getByLabel('Subject *')).toHaveValue('1')
  const client = page.getByLabel('Client', { exact: true })
  await expect(client).toHaveValue('')
  await client.selectOption('Wer bezahlt')
  await expect(page.getByText('K-1 · K-1')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Check rows').click()
  await expect(state(page)).toContainText('Checked – 2 of 2 rows')
  await page.getByLabel('Show').selectOption('Refused')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(
    'Status: “broken” is none of open, progress, testing, resolved, closed',
  )
  await button(page, 'Change columns').click()
  await expect(page.getByLabel('Subject *')).toHaveValue('1')
  await button(page, 'Check rows').click()
  await expect(state(page)).toContainText('Checked – 2 of 2 rows')
  await expect(button(page, 'Change columns')).toBeVisible()
  expect((await api.get('/api/tickets/TKT-900001')).status).toBe(404)
  expect(await violationsOf(page)).toEqual([])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download refused rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('refused-tickets.csv')
  expect(await readFile(await download.path(), 'utf8')).toContain(
    '900002,It leaks,K-1,broken,"Status: “broken”',
  )

  const { page: other } = await person('helpdesk', { path: '/tickets?search=drips' })
  await expect(other.getByText('It drips')).toHaveCount(0)
  await button(page, 'Import 1 row').click()
  await expect(state(page)).toContainText('Imported – 2 of 2 rows')
  await expect(other.getByText('It drips').first(), 'lists of others are brought up to date').toBeVisible()
  expect((await api.get('/api/tickets/TKT-900001')).body).toMatchObject({
    subject: 'It drips',
    status: 'closed',
    client: { name: 'Import GmbH' },
  })
  await page.goto('/clients')
  await page.getByText('Import GmbH').first().click()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export for the client' }).click(),
  ])
  expect(zip.suggestedFilename()).toBe('Import GmbH.zip')
  expect((await readFile(await zip.path())).subarray(0, 2).toString()).toBe('PK')
})

import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { isLive } from '#test/browser/steps.ts'
import { test } from '#test/browser/tickets.ts'

const faces = (page: Page) => page.getByRole('main').getByRole('img', { name: /is (viewing|writing|away)/ })

test('rows, cards and the peek show which colleagues have a ticket open, to staff alone', async ({
  person,
}) => {
  const ana = await person('client', { firstName: 'Ana', lastName: 'Client', path: null })
  const ticket = await aTicket(ana.api, { subject: 'Printer on fire' })
  await aTicket(ana.api, { subject: 'Another' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await isLive(page)
  const ida = await person('internal', {
    firstName: 'Ida',
    lastName: 'Inside',
    path: `/tickets?ticket=${ticket.id}`,
  })
  const row = page.getByRole('row').filter({ hasText: 'Printer on fire' })
  await expect(row.getByRole('img', { name: 'Ida Inside is viewing' })).toBeVisible()
  await expect(faces(page)).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  // Their own list beside the ticket shows others only.
  await expect(ida.page.getByRole('img', { name: /Ida Inside is/ })).toHaveCount(0)

  await ida.page.getByRole('textbox', { name: 'Add a comment' }).fill('Looking at it')
  await expect(row.getByRole('img', { name: 'Ida Inside is writing' })).toBeVisible()
  await row.getByRole('link').focus()
  await page.keyboard.down('Space')
  const peek = page.getByRole('dialog', { name: /Printer on fire/ })
  await expect(peek.getByRole('img', { name: 'Ida Inside is writing' })).toBeVisible()
  await page.keyboard.up('Space')

  await page.goto('/tickets?view=board')
  const card = page.getByRole('article', { name: 'Printer on fire' })
  await expect(card.getByRole('img', { name: 'Ida Inside is writing' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/tickets')
  await expect(faces(page)).toHaveAccessibleName('Ida Inside is writing')

  await ana.page.goto('/')
  await isLive(ana.page)
  await expect(ana.page.getByText('Printer on fire')).toBeVisible()
  await ida.page.goto('/my-tickets')
  await expect(faces(page)).toHaveCount(0)
  await expect(faces(ana.page)).toHaveCount(0)
})

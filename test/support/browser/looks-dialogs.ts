import { aClient, aProduct, assign } from '#test/factories.ts'
import { logOf } from './chat.ts'
import { expect, test } from './desk.ts'
import { long, someTickets } from './looks-scene.ts'
import { lookAt, narrow, onPhones, type Sweep } from './looks.ts'

/** The ticket with its chat, forms, and the screens of those who administer. */
export function looksOfDialogs(sweep: Sweep): void {
  test('a super user can read and use every dialog, at any width, in the light and in the dark', async ({
    person,
  }) => {
    const { page, api } = await person('super_user')
    const id = await someTickets(api)
    await page.goto(`/tickets?ticket=${id}`)
    const ticket = page.getByRole('dialog', { name: long })
    await expect(ticket.getByRole('listitem').filter({ hasText: 'They have not paid' })).toBeVisible()
    await lookAt(page, 'ticket', sweep)
    await page.setViewportSize({ width: narrow, height: 900 })
    await ticket.getByRole('button', { name: 'Live Chat' }).click()
    await expect(logOf(page)).toContainText(long)
    await lookAt(page, 'ticket, chat', sweep, onPhones)
    await ticket.getByRole('button', { name: /^Details/ }).click()
    await lookAt(page, 'ticket, details', sweep, onPhones)
    await ticket.getByRole('button', { name: 'Delete Ticket' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await lookAt(page, 'question before deleting', sweep)

    await page.goto('/tickets')
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit Ticket' }).click()
    await expect(page.getByText('Subject is required')).toBeVisible()
    await lookAt(page, 'create dialog with errors', sweep)
    if (sweep === 'some') return
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'API Documentation' }).click()
    // The library that draws it takes its time.
    const calls = page.frameLocator('iframe').getByRole('heading', { name: 'Users' })
    await expect(calls).toBeVisible()
    await lookAt(page, 'API page', sweep, [1440])
  })

  test('a super user can read and use every screen, at any width, in the light and in the dark', async ({
    person,
  }) => {
    const { page, api } = await person('super_user')
    await someTickets(api)
    const client = await aClient(api, { name: long, website: 'https://example.com' })
    await assign(api, client.id, (await person('client')).api.id, 'admin')
    await aProduct(api, { name: long, clientId: client.id })
    const screens = {
      '/dashboard': 'Team Performance',
      '/users': '@example.com',
      [`/clients?client=${client.id}`]: long,
      '/products': long,
    }
    for (const [path, text] of Object.entries(screens)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await expect(page.getByText(text).first()).toBeVisible()
      await lookAt(page, path, sweep, [narrow, 1440, 320])
    }
  })
}

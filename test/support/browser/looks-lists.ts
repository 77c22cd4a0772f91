import { aTicket } from '#test/factories.ts'
import { expect, test } from './desk.ts'
import { long, someTickets } from './looks-scene.ts'
import { lookAt, narrow, onDesks, onPhones, type Sweep } from './looks.ts'

/** Screens of people who are signed out, of clients, and the lists with what opens over them. */
export function looksOfLists(sweep: Sweep): void {
  test('a person who is signed out can read and use every screen, at any width, in the light and in the dark', async ({
    visitor,
  }) => {
    const page = await visitor()
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await lookAt(page, 'sign-in', sweep)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await page.getByRole('button', { name: /Register/ }).click()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await lookAt(page, 'registration with errors', sweep)
    await page.goto('/nope')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page, 'not found, signed out', sweep)
  })

  test('a client can read and use every screen, at any width, in the light and in the dark', async ({
    person,
  }) => {
    const { page, api } = await person('client')
    await expect(page.getByText('No tickets assigned')).toBeVisible()
    await lookAt(page, 'My Tickets, empty', sweep)
    await page.goto('/nope')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page, 'not found, signed in', sweep)
    await page.goto('/client-portal')
    await expect(page.getByText('No tickets found.')).toBeVisible()
    await aTicket(api, { subject: long })
    await expect(page.getByText(long).first()).toBeVisible()
    await page.getByRole('button', { name: 'Submit Ticket' }).click()
    await expect(page.getByText('Subject is required')).toBeVisible()
    await lookAt(page, 'portal with errors', sweep)
  })

  test('a helpdesk person can read and use the lists, at any width, in the light and in the dark', async ({
    person,
  }) => {
    const { page, api, name } = await person('helpdesk')
    await someTickets(api)
    await page.goto('/')
    await expect(page.getByText(long).first()).toBeVisible()
    await lookAt(page, 'My Tickets, full', sweep)
    await page.setViewportSize({ width: 1024, height: 900 })
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await lookAt(page, 'user menu', sweep, onDesks)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: narrow, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await lookAt(page, 'menu on a phone', sweep, onPhones)

    await page.goto('/tickets')
    await expect(page.getByText(long).first()).toBeVisible()
    await lookAt(page, 'Tickets, table', sweep)
    for (const width of sweep === 'every' ? [narrow, 1024, 1440] : [narrow, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'Filters' }).click()
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
      await lookAt(page, 'filters', sweep, width === narrow ? onPhones : [width])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.goto('/tickets?view=board')
    await expect(page.getByText(long).first()).toBeVisible()
    await lookAt(page, 'Tickets, board', sweep)
  })

  test('a person can read and use the menus and dialogs over the lists, in the light and in the dark', async ({
    person,
  }) => {
    const { page, api } = await person('helpdesk', { path: '/tickets' })
    await someTickets(api)
    const over = page.getByRole('dialog')
    await page.setViewportSize({ width: 1024, height: 900 })
    for (const name of ['Columns', 'Views']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await lookAt(page, name, sweep, [1024])
      await page.keyboard.press('Escape')
      await expect(over).toHaveCount(0)
    }
    await page.keyboard.press('?')
    await expect(over).toBeVisible()
    await lookAt(page, 'shortcuts', sweep, [narrow, 1440])
    await page.keyboard.press('Escape')
    await expect(over).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await over.getByRole('combobox').fill('ticket')
    await expect(over.getByRole('option').nth(2)).toBeVisible()
    await lookAt(page, 'palette', sweep, [narrow, 1440])
  })
}

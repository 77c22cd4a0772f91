import { aComment, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { lookAt } from '#test/browser/looks.ts'
import { isTold } from '#test/browser/steps.ts'

test('a super user erases a person with their texts by keyboard, and a colleague who looks on sees it', async ({
  person,
  desk,
}) => {
  const mia = await desk.person('client', { firstName: 'Mia', lastName: 'Vanishing' })
  const caller = await desk.signIn(mia.email)
  const ticket = await aTicket(caller, { subject: 'My screen is blank', description: 'It went dark.' })
  await aComment(caller, ticket.id, 'Still dark.')
  const { page, api } = await person('super_user', { path: '/users?search=Vanishing' })
  await aComment(api, ticket.id, `I have written to ${mia.email}, Mia Vanishing.`)
  const { page: other } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  await expect(other.getByRole('dialog')).toContainText('It went dark.')

  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await card.getByRole('button', { name: 'Edit Mia Vanishing' }).press('Enter')
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await editing.getByRole('button', { name: 'Erase', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase Mia Vanishing' })
  await expect(dialog).toContainText('This is final: nobody can bring back what is erased.')
  await expect(dialog).toContainText('1 description, 1 comment, 0 chat messages')
  await expect(dialog).toContainText('Backups made until now still hold everything')
  const places = dialog.getByRole('list', { name: '1 text keeps the address or number' })
  await expect(places.getByRole('listitem')).toContainText(`I have written to ${mia.email}, Mia Vanishing.`)
  expect(await violationsOf(page)).toEqual([])

  await dialog.getByLabel('Also replace the texts they wrote').press('Space')
  await page.keyboard.press('Tab')
  await expect(places.getByRole('link')).toBeFocused()
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const tab = await opened
  await expect(tab.getByRole('dialog')).toContainText('I have written to')
  await tab.close()

  const typed = dialog.getByLabel('To confirm, type the email address of the person')
  await typed.fill('somebody@example.com')
  await typed.press('Enter')
  await expect(dialog).toContainText('This is not the email address of this person')
  await expect(typed).toBeFocused()
  await typed.fill(mia.email)
  await typed.press('Enter')
  await isTold(page, 'Success', 'The person was erased.')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No users found')).toBeVisible()

  const shown = other.getByRole('dialog')
  await expect(shown).not.toContainText('It went dark.')
  await expect(shown).toContainText('Erased person')
  await expect(shown).toContainText(`I have written to ${mia.email}, Mia Vanishing.`)
})

test('the places that keep an address can be read and scrolled in every window, in the light and in the dark', async ({
  person,
  desk,
}) => {
  const mia = await desk.person('client', { firstName: 'Mia', lastName: 'Everywhere' })
  const { page, api } = await person('super_user')
  for (let count = 0; count < 9; count++)
    await aTicket(api, { description: `${'Unbroken'.repeat(20)} ${mia.email}${'x'.repeat(60)}` })
  await page.goto('/users?search=Everywhere')
  await page.getByRole('button', { name: 'Edit Mia Everywhere' }).click()
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByRole('heading', { name: '9 texts keep the address or number' })).toBeVisible()
  await lookAt(page, 'erase a person', 'every')
})

test('a super user reads why somebody cannot be erased', async ({ person, desk }) => {
  const channel = await desk.person('client', {
    firstName: 'Part',
    lastName: 'Of-Program',
    email: 'part@channel.invalid',
  })
  expect(channel.id).not.toBe('')
  const { page } = await person('super_user', { path: '/users?search=Of-Program' })
  await page.getByRole('list', { name: 'Users' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Part Of-Program' })
  await expect(dialog).toContainText('part of the program or of the demo data')
  await expect(dialog.getByLabel(/To confirm/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

import { aComment, aTicket } from '#test/factories.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './desk.ts'
import { isTold } from './steps.ts'

test('a super user erases a person by keyboard, and a colleague who looks on sees them gone and their texts replaced', async ({
  person,
  desk,
}) => {
  const mia = await desk.person('client', { firstName: 'Mia', lastName: 'Vanishing' })
  const caller = await desk.signIn(mia.email)
  const ticket = await aTicket(caller, { subject: 'My screen is blank' })
  await aComment(caller, ticket.id, 'It was Mia Vanishing who saw it first.')
  const { page } = await person('super_user', { path: '/users?search=Vanishing' })
  const { page: other } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  await expect(other.getByRole('dialog')).toContainText('My screen is blank')

  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await card.getByRole('button', { name: 'Edit Mia Vanishing' }).press('Enter')
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await editing.getByRole('button', { name: 'Erase', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase Mia Vanishing' })
  await expect(dialog).toContainText('This is final: nobody can bring back what is erased.')
  await expect(dialog.getByRole('definition')).toHaveText(['1', '1', '0', '0', '0'])
  await expect(dialog).toContainText('Backups made until now still hold everything')
  expect(await violationsOf(page)).toEqual([])

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
  await expect(shown).not.toContainText('My screen is blank')
  await expect(shown).toContainText('Erased person')
  await expect(shown).not.toContainText('Vanishing')
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
  await expect(dialog).toContainText('a part of the program or of the demo data')
  await expect(dialog.getByLabel(/To confirm/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

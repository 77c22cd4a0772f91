import type { Page } from '@playwright/test'
import type { CurrentUser } from '#features/users/contract.ts'
import { aClient, aComment, aTicket } from '#test/factories.ts'
import type { TestApp } from '#test/harness.ts'
import { sendThrough } from '#test/mails.ts'
import { receivedBy, type Smtp, startSmtp } from '#test/services/smtp.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const mark = (page: Page) => page.getByText('Not confirmed', { exact: true })

let smtp: Smtp
test.beforeAll(async ({ desk }) => {
  smtp = await startSmtp()
  await sendThrough(await desk.signedIn('super_user'), smtp)
})
test.afterAll(async ({ desk }) => {
  await desk.database.pool.query('delete from smtp_settings')
  await smtp.close()
})

/** Somebody who says of themselves what they like. */
async function register(desk: TestApp, lastName: string) {
  const email = `${lastName.toLowerCase()}@elsewhere.example`
  const asked = { email, password: 'secret', firstName: 'Eve', lastName }
  const { status, body } = await desk.nobody.post<CurrentUser>('/api/auth/register', asked)
  expect(status).toBe(201)
  return { ...body, me: await desk.signIn(email, 'secret') }
}

test('a super user sees who is not confirmed wherever they choose people, and confirms them', async ({
  desk,
  person,
}) => {
  const { email } = await register(desk, 'Stranger')
  const { page, api } = await person('super_user', { path: '/users?search=Stranger' })
  await expect(mark(page)).toBeVisible()
  await button(page, 'Edit Eve Stranger').click()
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Confirm Address').click()
  await isTold(page, 'Success', `${email} is confirmed.`)
  await expect(button(page, 'Confirm Address')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(mark(page)).toBeHidden()

  await register(desk, 'Chosen')
  const client = await aClient(api)
  await page.goto(`/clients?client=${client.id}&tab=users`)
  await button(page, 'Assign User').click()
  const dialog = page.getByRole('dialog', { name: 'Assign User' })
  await dialog.getByRole('combobox').first().fill('Chosen')
  await expect(dialog.getByRole('option', { name: /Chosen/ })).toContainText('Not confirmed')
  await dialog.getByRole('option', { name: /Chosen/ }).click()
  await dialog.getByRole('button', { name: 'Assign User' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Eve Chosen')).toBeVisible()
  await expect(mark(page)).toBeHidden()
})

test('the link of the first mail confirms the address by one button, by keyboard alone', async ({
  desk,
  visitor,
}) => {
  const { id, email, me } = await register(desk, 'Mailed')
  const ticket = await aTicket(me)
  await aComment(await desk.signedIn('super_user'), ticket.id, 'Hello')
  await expect.poll(() => receivedBy(smtp, email).length).toBe(1)
  const [link = ''] = /\/confirm\?token=[\w-]+/.exec(receivedBy(smtp, email)[0]?.mail.text ?? '') ?? []
  const isConfirmed = async () => {
    const { rows } = await desk.database.pool.query('select email_proved_at from users where id = $1', [id])
    return rows[0].email_proved_at !== null
  }

  const page = await visitor()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Confirm your email address', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/confirm$/)
  expect(await violationsOf(page)).toEqual([])
  expect(await isConfirmed()).toBe(false)
  await button(page, 'Confirm Address').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  expect(await isConfirmed()).toBe(true)

  await page.goto(link)
  await button(page, 'Confirm Address').click()
  await expect(
    page.getByText('This link is no longer valid: it was used before, or has expired.'),
  ).toBeVisible()
  await page.goto('/confirm')
  await expect(page.getByText('This link is incomplete. Open it again from the email.')).toBeVisible()
  await expect(button(page, 'Confirm Address')).toBeDisabled()
})

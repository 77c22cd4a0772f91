import { button } from '#test/browser/tickets.ts'
import { isTold } from '#test/browser/steps.ts'
import { expect, test } from '#test/browser/desk.ts'

const shape = /Quote [0-9A-HJKMNP-TV-Z]{8} if you report this\./

test('a person who meets a server error is told its request id, for a list and for a change', async ({
  desk,
  person,
}) => {
  const { page } = await person('super_user', { path: null })
  const { pool } = desk.database
  const answered: string[] = []
  page.on('response', (response) => {
    if (response.status() === 500) answered.push(response.headers()['x-request-id'] ?? '')
  })
  await pool.query('alter table clients rename to lost_clients')
  try {
    await page.goto('/clients')
    await expect(page.getByRole('alert').filter({ hasText: shape })).toBeVisible()
    const told = await page.getByRole('alert').filter({ hasText: shape }).first().innerText()
    expect(answered.some((id) => told.includes(id))).toBe(true)
  } finally {
    await pool.query('alter table lost_clients rename to clients')
  }
  await button(page, 'Retry').first().click()
  await expect(page.getByText(shape)).toHaveCount(0)

  await page.goto('/profile')
  await expect(page.getByLabel('First Name')).toBeVisible()
  await pool.query('alter table users rename column last_name to lost_name')
  answered.length = 0
  try {
    await page.getByLabel('First Name').fill('Another')
    await button(page, 'Save Changes').first().click()
    await isTold(page, 'Error', shape)
    expect(answered.some((id) => id !== '')).toBe(true)
  } finally {
    await pool.query('alter table users rename column lost_name to last_name')
  }
})

test('a refusal has nothing to quote', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  await page.getByLabel('Email').first().fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).first().fill('not the word')
  await button(page, 'Sign In').last().click()
  await isTold(page, 'Login Failed', 'Invalid email or password')
  await expect(page.getByText(shape)).toHaveCount(0)
})

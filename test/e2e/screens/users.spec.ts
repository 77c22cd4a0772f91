import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, callsOf, holdCalls, isTold, stopTime } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { cardOf, cardsOf, usersAlone } from '#test/browser/users-screen.ts'

test('a card shows who a user is, with a company or without', async ({ person, desk }) => {
  const { page } = await person('super_user')
  const badges = [
    ['client', 'Client', 'gray'],
    ['internal', 'Internal', 'green'],
    ['helpdesk', 'Help Desk', 'blue'],
    ['super_user', 'Super User', 'red'],
  ] as const
  for (const [role, label] of badges)
    await desk.person(role, {
      firstName: 'Carda',
      lastName: label,
      companyName: role === 'client' ? 'Fjord' : '',
    })
  await page.goto('/users?search=Carda')
  for (const [, label, hue] of badges) {
    const card = cardOf(page, `Carda ${label}`)
    await expect(card.getByRole('heading', { name: `Carda ${label}` })).toBeVisible()
    await expect(card.getByText(/^person\d+@example\.com$/)).toBeVisible()
    await expect(card.locator('.badge')).toHaveText(label)
    await expect(card.locator('.badge')).toHaveClass(new RegExp(`bg-${hue}-bg`))
    await expect(card.locator('time')).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
    await expect(card.getByText('Fjord')).toHaveCount(label === 'Client' ? 1 : 0)
    await expect(button(page, `Edit Carda ${label}`)).toBeVisible()
  }
  const icons = await page.getByRole('list', { name: 'Users' }).locator('li > span > svg').all()
  expect(new Set(await Promise.all(icons.map((icon) => icon.getAttribute('class')))).size).toBe(4)
})

test('each fault in a change of a user is told, and the password is not among the fields', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/users?search=Faulty' })
  const { email } = await person('client').then(({ api }) =>
    api.get<{ email: string }>('/api/auth/user').then(({ body }) => body),
  )
  await person('internal', { firstName: 'Faulty', lastName: 'Towers', companyName: 'Acme' })
  await button(page, 'Edit Faulty Towers').click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog).toHaveCSS('max-width', '425px')
  await expect(dialog.locator('input, select')).toHaveCount(5)
  await expect(dialog.locator('[type=password]')).toHaveCount(0)
  await expect(field(page, 'Role')).toHaveValue('internal')
  await expect(field(page, 'Company Name (Optional)')).toHaveValue('Acme')

  await field(page, 'Company Name (Optional)').fill('')
  await field(page, 'Email').fill('nonsense')
  await field(page, 'First Name').fill('')
  await field(page, 'Last Name').fill('')
  await button(page, 'Save Changes').click()
  for (const fault of [
    'Please enter a valid email address',
    'First name is required',
    'Last name is required',
    'Company name is required',
  ])
    await expect(dialog.getByText(fault)).toBeVisible()

  await field(page, 'Company Name (Optional)').fill('Acme')
  await field(page, 'Email').fill(email)
  await field(page, 'First Name').fill('Faulty')
  await field(page, 'Last Name').fill('Towers')
  await button(page, 'Save Changes').click()
  await isTold(page, 'Error', 'A user with this email already exists.')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('A user with this email already exists.')
  await breakCalls(page, /\/api\/users\/[-\w]{36}$/, { method: 'PUT' })
  await button(page, 'Save Changes').click()
  await isTold(page, 'Error', 'Failed to update user.')
  await expect(dialog).toBeVisible()
})

test('a user is found and renamed by keyboard alone', async ({ person }) => {
  const { page } = await person('super_user', { path: '/users' })
  await person('internal', { firstName: 'Torvald', lastName: 'Holm' })
  await field(page, 'Search users').focus()
  await page.keyboard.type('torvald')
  await expect(page).toHaveURL(/search=torvald/)
  await expect(page.getByText('Showing 1 to 1 of 1 user')).toBeVisible()
  const edit = button(page, 'Edit Torvald Holm')
  for (let tabs = 0; tabs < 12 && !(await edit.evaluate((one) => one === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'First Name')).toHaveValue('Torvald')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Thor')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'User updated successfully.')
  await expect(page.getByText('No users found')).toBeVisible()
  await button(page, 'Clear filters').last().click()
  await expect(cardsOf(page).nth(1)).toBeVisible()
  await field(page, 'Search users').fill('Thor Holm')
  await expect(cardOf(page, 'Thor Holm')).toBeVisible()
})

test('the screen of users says when it is empty, loading or failed', async ({ person }) => {
  const { page } = await person('super_user', { path: null })
  const answer = await holdCalls(page, usersAlone)
  await page.goto('/users')
  await expect(page.getByText('Loading users...')).toBeAttached()
  await answer()
  await expect(cardsOf(page).first()).toBeVisible()

  const repair = await breakCalls(page, usersAlone)
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The users could not be loaded.')
  await repair()
  await button(page, 'Retry').click()
  await expect(cardsOf(page).first()).toBeVisible()

  await breakCalls(page, usersAlone, { status: 200, body: '[]' })
  await page.reload()
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('Get started by creating your first user.')).toBeVisible()
  await button(page, 'Create User').last().click()
  await expect(page.getByRole('dialog', { name: 'Create User' })).toBeVisible()
})

test('a dialog asks before it throws away what was typed, and a click beside it does nothing', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/users' })
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await button(page, 'Create User').click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await button(page, 'Create User').click()
  await field(page, 'First Name').fill('Typed')
  await page.mouse.click(5, 5)
  await expect(field(page, 'First Name')).toHaveValue('Typed')
  await field(page, 'First Name').focus()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(field(page, 'First Name')).toHaveValue('Typed')
  await expect(field(page, 'First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await button(page, 'Create User').click()
  await expect(field(page, 'First Name')).toHaveValue('')
})

/** Registers people who ask for the role, in this order. */
async function askForRole(url: string, lastName: string, firstNames: readonly string[]): Promise<void> {
  for (const firstName of firstNames)
    await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.10' },
      body: JSON.stringify({
        email: `${firstName}.${lastName}@example.com`.toLowerCase(),
        password: 'secret words',
        firstName,
        lastName,
        role: 'internal',
      }),
    })
}

test('a double click approves one request for a role, and the next one keeps waiting', async ({
  person,
  desk,
}) => {
  const { page } = await person('super_user', { path: null })
  await askForRole(desk.url, 'Doubled', ['Ada', 'Bob'])
  await page.clock.install()
  await page.goto('/users')
  const approvals = page.getByRole('button', { name: /^Approve the request of .* Doubled$/ })
  await expect(approvals).toHaveCount(2)
  await stopTime(page)
  const place = (await approvals.first().boundingBox())!
  const pressThere = () => page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  const reloaded = page.waitForResponse((response) => response.url().endsWith('/api/role-requests'))
  await pressThere()
  await reloaded
  await expect(async () => {
    await page.clock.runFor(10)
    expect(await approvals.count()).toBe(1)
  }).toPass()
  expect((await approvals.boundingBox())!.y).toBeCloseTo(place.y, 0)
  const decided = callsOf(page, 'POST')
  await pressThere()
  await page.clock.runFor(600)
  await expect(approvals).toHaveCount(1)
  expect(decided).toEqual([])
  await pressThere()
  await page.clock.resume()
  await expect(approvals).toHaveCount(0)
})

test('the focus goes on to the next request for a role when one is decided by key', async ({
  person,
  desk,
}) => {
  const { page } = await person('super_user', { path: null })
  await askForRole(desk.url, 'Keyed', ['Cid', 'Dan'])
  await page.goto('/users')
  const requests = page.getByRole('listitem').filter({ hasText: /Keyed asks for/ })
  await expect(requests).toHaveCount(2)
  await requests
    .first()
    .getByRole('button', { name: /^Decline/ })
    .press('Enter')
  await isTold(page, 'Success', 'Request declined.')
  await expect(requests).toHaveCount(1)
  await expect(requests.getByRole('button', { name: /^Decline/ })).toBeFocused()
})

import { aTicket } from '#test/factories.ts'
import { password, startApp } from '#test/harness.ts'
import { expect, test, webRoot } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { toRegistration, signIn, fillRegistration } from '#test/browser/sign-in-screen.ts'

test('an address is taken as mail programs copy it', async ({ visitor, desk }) => {
  const { email } = await desk.person('client', { firstName: 'Ann' })
  const page = await visitor()
  await page.goto('/')
  for (const copied of [`Ann Berg <${email}>`, `mailto:${email}`, `\u202a${email}\u202c`]) {
    await field(page, 'Email').fill(copied)
    await expect(field(page, 'Email')).toHaveValue(email)
  }
  await signIn(page, `Ann Berg <${email}>`)
  await expect(field(page, 'Email')).toHaveCount(0)
})

test('a person who leaves a field empty is told which one, and nothing is sent', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await button(page, 'Sign In').click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Email is required')
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required')
  await expect(field(page, 'Email')).toBeFocused()
  await button(page, toRegistration).click()
  await button(page, 'Register').click()
  await expect(field(page, 'First Name')).toHaveAccessibleDescription('First name is required')
  await expect(field(page, 'Last Name')).toHaveAccessibleDescription('Last name is required')
  expect(sent).toEqual([])
})

test('a person whose registration is refused reads why, or that it failed, and keeps what they typed', async ({
  desk,
  visitor,
}) => {
  const { email } = await desk.person('client')
  const page = await visitor()
  await page.goto('/')
  await fillRegistration(page, email)
  await button(page, 'Register').click()
  await isTold(page, 'Registration Failed', 'A user with this email already exists.')
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'First Name')).toHaveValue('Nora')
  await expect(field(page, 'Password')).toHaveValue(password)

  await breakCalls(page, '**/api/auth/register', { method: 'POST' })
  await button(page, 'Register').click()
  await isTold(page, 'Registration Failed', 'Registration failed')
  await expect(field(page, 'Last Name')).toHaveValue('Berg')
})

test('a person with a forged target lands on My Tickets', async ({ desk, visitor }) => {
  const { email } = await desk.person('internal')
  const page = await visitor()
  for (const next of ['//evil.example/tickets', 'https://evil.example/', '/\\evil.example', 'tickets'])
    await test.step(next, async () => {
      await page.context().clearCookies()
      await page.goto(`/?next=${encodeURIComponent(next)}`)
      await signIn(page, email)
      await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
      await expect(page).toHaveURL('/')
    })
})

test('a person sees a spinner while the server is asked who they are', async ({ visitor }) => {
  const page = await visitor()
  const answer = await holdCalls(page, '**/api/auth/user')
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await answer()
  await expect(field(page, 'Email')).toBeVisible()
})

test('a person whom the server cannot recognise may try again, on the landing and elsewhere', async ({
  person,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const repair = await breakCalls(page, '**/api/auth/user')
  await page.goto('/')
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await expect(button(page, 'Sign In')).toBeVisible()
  await page.goto('/tickets')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(button(page, 'Sign In')).toBeVisible()
  await repair()
  await button(page, 'Retry').click()
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
})

test('unsent texts of a person are gone from the browser once they have signed out', async ({ person }) => {
  const { page, name } = await person('client', { path: '/client-portal' })
  await page.getByLabel('Subject').fill('For my eyes only')
  await button(page, 'Save Draft').click()
  await isTold(page, 'Draft Saved', 'It stays in this browser until you submit it.')
  const kept = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(await kept()).toContain('For my eyes only')
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(button(page, 'Sign In')).toBeVisible()
  expect(await kept()).not.toContain('For my eyes only')
})

test('a person whose session ended elsewhere signs in on the spot and still has the half-typed comment', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: '/tickets' })
  const { ticketNumber } = await aTicket(api)
  await page.getByRole('button', { name: `View ${ticketNumber}` }).click()
  await page.getByLabel('Add a comment').fill('We are looking into')
  await desk.database.pool.query('delete from sessions where user_id = $1', [api.id])
  const again = page.getByRole('dialog', { name: 'You are signed out' })
  await expect(async () => {
    // The desk may have told the page before.
    if (!(await again.isVisible()))
      await page.getByRole('button', { name: 'Add Comment' }).click({ timeout: 5000 })
    await expect(again).toBeVisible()
  }).toPass()
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Sign In' }).click()
  await expect(again).toHaveCount(0)
  await expect(page.getByLabel('Add a comment')).toHaveValue('We are looking into')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await isTold(page, 'Success', 'Comment added successfully.')
})

test('a person who asks for a staff role where roles are approved is told to wait', async ({ visitor }) => {
  const strict = await startApp({ auth: { registration: 'approval' }, webRoot })
  const page = await visitor(await strict.listen())
  await page.goto('/')
  await fillRegistration(page, 'nora@northwind.example', 'Helpdesk')
  await expect(field(page, 'Role')).toHaveAccessibleDescription(
    'Internal, Helpdesk and Super User require approval. Until then the account has client access.',
  )
  await button(page, 'Register').click()
  await isTold(page, 'Registration Successful', 'You can now log in with your credentials')
  await signIn(page, 'nora@northwind.example')
  await expect(
    page.getByText(
      'Your request for the Helpdesk role is awaiting approval. Until then you have client access.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nora Berg' })).toContainText('client')
  await page.goto('about:blank')
  await strict.close()
})

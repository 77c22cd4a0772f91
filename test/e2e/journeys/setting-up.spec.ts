import { startApp } from '#test/harness.ts'
import { aProduct, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test, webRoot } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'

const note = 'Nobody has an account here yet.'

test('the first person sets the desk up: they are signed in at once and see what is left to do', async ({
  visitor,
}) => {
  const fresh = await startApp({ webRoot })
  const page = await visitor(await fresh.listen())
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await page.goto('/')
  await expect(page.getByText(note)).toBeVisible()
  await button(page, "Don't have an account? Register").click()
  await expect(page.getByText(note)).toBeVisible()
  await expect(field('Role')).toHaveValue('client')
  await expect(field('Role').getByRole('option')).toHaveText(['Client', 'Internal', 'Helpdesk', 'Super User'])
  await button(page, 'Already have an account? Sign In').click()
  await button(page, 'Create the administrator account').click()
  await expect(field('Role')).toHaveValue('super_user')
  await expect(field('First Name')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  for (const [name, value] of Object.entries({
    'First Name': 'Ada',
    'Last Name': 'Berg',
    Email: 'ada@example.com',
    Password: 'secret-1',
  }))
    await field(name).fill(value)
  await button(page, 'Register').click()
  await expect(page.getByRole('heading', { name: 'Super User Dashboard' })).toBeVisible()

  const list = page.getByRole('region', { name: 'Get started' })
  await expect(list).toContainText('0 of 5 done')
  await expect(list.getByRole('listitem')).toHaveCount(5)
  expect(await violationsOf(page)).toEqual([])
  const open = (name: string) => page.getByRole('dialog', { name, exact: true })
  for (const [step, dialog] of [
    ['Add a product', 'Create Product'],
    ['Invite your team', 'Create User'],
  ] as const) {
    await list.getByRole('link', { name: step }).click()
    await expect(open(dialog)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(open(dialog)).toHaveCount(0)
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
  }
  await list.getByRole('link', { name: 'Name your company and mail server' }).click()
  await expect(field('SMTP Host')).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(field('SMTP Host')).toHaveCount(0)
  await page.goBack()
  const progress = page.getByRole('status').getByText(/ of 5 done/)
  await list.getByRole('link', { name: 'Add a client' }).click()
  await expect(open('Add Client')).toBeVisible()
  await expect(progress).toHaveCount(0)
  await field('Name').fill('Brightwater Clinics')
  await button(page, 'Add Client').last().click()
  await expect(page.getByRole('heading', { name: 'Brightwater Clinics' })).toBeVisible()
  await expect(progress).toHaveText('1 of 5 done · Next: Name your company and mail server')
  await progress.getByRole('link').click()
  await expect(field('SMTP Host')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Brightwater Clinics' })).toBeVisible()
  await expect(open('Add Client')).toHaveCount(0)
  await page.goBack()
  await button(page, 'Submit a test ticket').click()
  await expect(page.getByRole('dialog', { name: 'Create Ticket' })).toBeVisible()
  await page.keyboard.press('Escape')

  const ada = await fresh.signIn('ada@example.com', 'secret-1')
  await aProduct(ada, { name: 'Printers' })
  await aTicket(ada, { customerName: 'Brightwater Clinics' })
  await page.reload()
  await expect(list).toContainText('3 of 5 done')
  await expect(list.getByRole('listitem').filter({ hasText: 'Add a client' })).toContainText('Done')
  await button(page, 'Dismiss checklist').click()
  await expect(list).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Super User Dashboard' })).toBeVisible()
  await expect(list).toHaveCount(0)
  const settings = await ada.get<{ getStarted: boolean }>('/api/settings')
  expect(settings.body.getStarted).toBe(false)

  await page.context().clearCookies()
  await page.goto('/')
  await button(page, "Don't have an account? Register").click()
  await expect(field('Role')).toBeVisible()
  await expect(page.getByText(note)).toHaveCount(0)
  await page.goto('about:blank')
  await fresh.close()
})

test('the first super user may choose the role by hand, and sees the note only with the set-up code', async ({
  visitor,
}) => {
  const fresh = await startApp({ webRoot, settings: { PUBLIC_URL: 'https://desk.example' } })
  const page = await visitor(await fresh.listen())
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await page.goto('/')
  await expect(
    page.getByText('open the link with the set-up code from its log', { exact: false }),
  ).toBeVisible()
  await expect(page.getByText(note)).toHaveCount(0)

  await page.goto('/?setup=the-code')
  await button(page, "Don't have an account? Register").click()
  await expect(page.getByText(note)).toBeVisible()
  await field('Role').selectOption('Super User')
  for (const [name, value] of Object.entries({
    'First Name': 'Ada',
    'Last Name': 'Berg',
    Email: 'ada@example.com',
    Password: 'secret-1',
  }))
    await field(name).fill(value)
  await button(page, 'Register').click()
  await isTold(page, 'Registration Successful', 'You can now log in with your credentials')
  await expect(field('First Name')).toHaveCount(0)
  await expect(button(page, 'Sign In')).toBeVisible()
  await page.goto('about:blank')
  await fresh.close()
})

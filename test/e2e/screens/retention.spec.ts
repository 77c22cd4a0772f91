import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'

test('a super user sees what a rule takes before it is switched on, and a colleague sees it come and go', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/retention', firstName: 'Ada', lastName: 'Berg' })
  const { page: other } = await person('super_user', { path: '/retention' })
  const ruleOn = (on: typeof page) =>
    on.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: 'Finished tickets' })
  await expect(ruleOn(page)).toContainText('Off · kept forever')
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Change Finished tickets' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Finished tickets' })
  const months = dialog.getByLabel('After how many months')
  await expect(months).toBeFocused()
  await months.fill('2')
  await months.press('Enter')
  await expect(dialog).toContainText('Enter at least 3 months')
  await months.fill('24')
  await months.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('It would now delete: No ticket')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await isTold(page, 'Success', 'The rule is on. It is carried out every hour.')
  for (const screen of [page, other]) {
    await expect(ruleOn(screen)).toContainText('After 24 months')
    await expect(ruleOn(screen)).toContainText('Ada Berg')
  }

  await page.getByRole('button', { name: 'Change Finished tickets' }).click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await isTold(page, 'Success', 'The rule is off.')
  await expect(ruleOn(other)).toContainText('Off · kept forever')
})

test('helpdesk is led to no rules and reads that they are for super users', async ({ person }) => {
  const { page } = await person('helpdesk', { path: '/retention' })
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Retention' })).toHaveCount(0)
})

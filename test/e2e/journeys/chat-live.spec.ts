import type { Page } from '@playwright/test'
import { aTicket, change } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { look } from '#test/browser/steps.ts'

test('staff see who else has the ticket open, who writes and who is away; a client sees nobody', async ({
  person,
}) => {
  const client = await person('client', { firstName: 'Nora', lastName: 'Berg' })
  const one = await person('helpdesk', { firstName: 'Hedda', lastName: 'Desk' })
  const other = await person('internal', { firstName: 'Ida', lastName: 'Inside' })
  const { id } = await aTicket(client.api)
  await change(one.api, id, { assignedToId: other.api.id })
  for (const { page } of [client, one, other]) await page.goto(`/?ticket=${id}`)
  const here = (page: Page) => page.getByRole('list', { name: 'Also here' }).getByRole('img')
  await expect(here(one.page)).toHaveCount(2)
  await expect(one.page.getByRole('img', { name: 'Nora Berg is viewing' })).toBeVisible()
  await expect(one.page.getByRole('img', { name: 'Ida Inside is viewing' })).toBeVisible()
  await other.page.getByLabel('Add a comment').fill('I think')
  await expect(one.page.getByRole('img', { name: 'Ida Inside is writing' })).toBeVisible()
  await look(client.page, { hidden: true, focused: false })
  await expect(one.page.getByRole('img', { name: 'Nora Berg is away' })).toBeVisible()
  await other.page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(here(one.page)).toHaveCount(1)
  await expect(here(client.page)).toHaveCount(0)
})

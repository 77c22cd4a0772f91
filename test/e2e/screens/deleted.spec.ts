import { aClient, aTicket } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, isTold } from '#test/browser/steps.ts'

test('when the last thing of the last page is restored, the page before is shown', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  for (let place = 0; place < 26; place++) {
    const { id } = await aTicket(api, { subject: `Paged away ${place}` })
    await api.delete(`/api/tickets/${id}`)
  }
  await page.goto('/deleted?search=paged+away&page=2')
  const rows = page.getByRole('table', { name: 'Deleted' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /^Restore / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(rows).toHaveCount(25)
  await expect(page).toHaveURL('/deleted?search=paged+away')
})

test('restoring a client with its tickets goes on where the connection was lost', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Broken off' })
  const tickets = [await aTicket(api, { clientId: client.id }), await aTicket(api, { clientId: client.id })]
  for (const { id } of tickets) await api.delete(`/api/tickets/${id}`)
  await api.delete(`/api/clients/${client.id}`)
  await page.goto('/deleted?search=broken+off')
  await page.route('**/restore-hanging', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Restore Broken off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This could not be restored.')
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await isTold(page, 'Success', 'Broken off was restored.')
  for (const { id } of tickets) expect((await api.get(`/api/tickets/${id}`)).status).toBe(200)
})

test('the person whose deletions are shown is named, also when nothing of theirs matches', async ({
  person,
}) => {
  const { api: other } = await person('helpdesk', { path: null, firstName: 'Della', lastName: 'Eter' })
  const { page } = await person('super_user', { path: null })
  // A large desk has more people than are offered at once.
  await breakCalls(page, ({ pathname, searchParams }) => pathname === '/api/users' && !searchParams.has('id'))
  await page.goto(`/deleted?who=${other.id}&search=nothing+such`)
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Deleted by' })).toHaveValue(/Della Eter/)
})

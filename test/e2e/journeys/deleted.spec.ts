import { aClient, aProduct, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'

test('a super user finds what was deleted, restores a client with its ticket, and deletes another ticket for good', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null, firstName: 'Ada', lastName: 'Berg' })
  const client = await aClient(api, { name: 'Lighthouse' })
  const ticket = await aTicket(api, { clientId: client.id, subject: 'The lamp is out' })
  const other = await aTicket(api, { subject: 'Lottery spam' })
  for (const path of [`tickets/${other.id}`, `tickets/${ticket.id}`, `clients/${client.id}`])
    expect((await api.delete(`/api/${path}`)).status).toBe(200)
  await page.goto('/deleted')
  const rows = page.getByRole('table', { name: 'Deleted' }).locator('tbody tr')
  const rowOf = (text: string) => rows.filter({ hasText: text })
  await expect(rows.first()).toContainText('Lighthouse')
  await expect(rows.first()).toContainText('1 item that belongs to it')
  await expect(rows.first()).toContainText('Ada Berg')
  await expect(rows.first()).toContainText('30 days left')
  await expect(rowOf('The lamp is out')).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])

  await page.getByLabel('Search deleted items').fill('lottery spam')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /^Delete now: .*Lottery spam/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It can never be restored again')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await isTold(page, 'Success', 'Deleted for good.')
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rowOf('The lamp is out')).toHaveCount(1)
  await expect(rowOf('Lottery spam')).toHaveCount(0)

  await page.getByLabel('Filter by kind').selectOption('Client')
  await expect(rowOf('The lamp is out')).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore Lighthouse' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await isTold(page, 'Success', 'Lighthouse was restored.')
  await page.getByLabel('Filter by kind').selectOption('')
  await expect(rowOf('Lighthouse')).toHaveCount(0)
  await expect(rowOf('The lamp is out')).toHaveCount(0)
  expect((await api.get(`/api/tickets/${ticket.id}`)).status).toBe(200)
})

test('helpdesk deletes a comment and a product, restores both, and reads what a ticket still needs', async ({
  person,
  desk,
}) => {
  const root = await desk.signedIn('super_user')
  const { page, api } = await person('helpdesk', { path: null })
  const client = await aClient(root, { name: 'Harbour' })
  const gone = await aTicket(api, { clientId: client.id, subject: 'Left behind' })
  const ticket = await aTicket(api, { subject: 'With a word too many' })
  await api.post(`/api/tickets/${ticket.id}/comments`, { content: 'Never mind the tide.' })
  for (const path of [`tickets/${gone.id}`, `clients/${client.id}`]) await root.delete(`/api/${path}`)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  await page.getByRole('button', { name: /^Delete the comment by/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await isTold(page, 'Success', 'Comment deleted.')
  await expect(page.getByText('Never mind the tide.')).toHaveCount(0)

  const product = await aProduct(api, { name: 'Winch' })
  await page.goto(`/products?product=${product}`)
  await page.getByRole('region', { name: 'Winch' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await isTold(page, 'Success', 'Product deleted successfully.')

  await page.goto('/deleted')
  await expect(page.getByRole('button', { name: /^Delete now/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore Winch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await isTold(page, 'Success', 'Winch was restored.')
  await page.getByRole('button', { name: /^Restore .*Left behind/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Ask a super user to restore that first')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Restore .*tide/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  await expect(page.getByText('Never mind the tide.')).toBeVisible()
})

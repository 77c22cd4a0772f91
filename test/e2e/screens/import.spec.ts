import type { Import } from '#features/imports/contract.ts'
import { expect, test } from '#test/browser/desk.ts'
import { holdCalls } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'
import { state, csv, send } from '#test/browser/import-screen.ts'

test('others are told that importing is not theirs', async ({ person }) => {
  const { page } = await person('helpdesk', { path: '/import' })
  await expect(page.getByText('Access Denied')).toBeVisible()
})

test('the rows that are shown after a check are all rows, whatever was looked at meanwhile', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: null })
  const lines = Array.from({ length: 500 }, (_, at) => `Many-${at},Many ${at}`)
  await send(page, 'Clients', csv('many.csv', 'id,Name', ...lines))
  await button(page, 'Check rows').click()
  await page.getByLabel('Show').selectOption('Refused')
  await expect(state(page)).toContainText('Checked – 500 of 500 rows')
  await page.getByLabel('Show').selectOption('All rows')
  await expect(page.locator('main').getByText('500 rows', { exact: true })).toBeVisible()
})

test('columns that were chosen stay when the import cannot be loaded anew for a while', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  await send(page, 'Tickets', csv('chosen.csv', 'id,Betreff,Wer bezahlt', 'T-1,It hums,K-1'))
  const client = page.getByLabel('Client', { exact: true })
  await client.selectOption('Wer bezahlt')
  const id = new URL(page.url()).searchParams.get('import')
  await page.route(`**/api/imports/${id}`, (route) => route.fulfill({ status: 500, body: '' }))

  const { body: other } = await api.send<Import>(
    'POST',
    '/api/imports?kind=clients&fileName=other.csv',
    'id,Name\nE-1,Elsewhere',
    { 'content-type': 'text/csv' },
  )
  const stateOfOther = async () => (await api.get<Import>(`/api/imports/${other.id}`)).body.state
  await api.post(`/api/imports/${other.id}/check`)
  await expect.poll(stateOfOther).toBe('checked')
  await api.post(`/api/imports/${other.id}/run`)
  await expect(page.getByText('The import could not be loaded.')).toBeVisible()
  await expect(client).toHaveValue('2')
})

test('rows that are still loading are not counted as none', async ({ person }) => {
  const { page } = await person('super_user', { path: null })
  await send(page, 'Clients', csv('slow.csv', 'id,Name', 'Slow-1,Slow'))
  const letGo = await holdCalls(page, /\/api\/imports\/[-\w]+\/rows/)
  await button(page, 'Check rows').click()
  await expect(page.getByText('Loading rows...')).toBeVisible()
  await expect(page.locator('main').getByText('0 rows')).toHaveCount(0)
  await letGo()
  await expect(page.locator('main').getByText('1 row', { exact: true })).toBeVisible()
})

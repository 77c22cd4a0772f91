import { aClient, aProduct, aTicket } from '#test/factories.ts'
import { say, showChat } from '#test/browser/chat.ts'
import { test } from '#test/browser/desk.ts'
import { button, field, reads } from '#test/browser/stated-calls.ts'

test('every screen of staff is read by the stated calls', async ({ desk, person }) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Read Ferries' })
  const productId = await aProduct(api, { name: 'Read lamp' })
  const reader = await desk.person('client', { firstName: 'Rita', lastName: 'Read' })
  const ticket = await aTicket(api, { clientId: client.id })
  const one = `/api/tickets/${ticket.id}`
  const visit = (path: string, stated: readonly string[]) => reads(page, path, stated, () => page.goto(path))

  const rows = '/api/tickets?limit=10&offset=0'
  await visit('/', ['/api/auth/user', rows])
  await visit('/dashboard', ['/api/stats', '/api/team', '/api/tickets'])
  await visit('/tickets', [rows, '/api/team', '/api/clients'])
  await reads(page, 'Kanban View', ['/api/tickets?status=open', '/api/tickets?status=resolved'], () =>
    page.getByRole('tab', { name: 'Kanban View' }).click(),
  )
  await reads(page, 'API Documentation', ['/api-docs'], () =>
    page.getByRole('button', { name: 'API Documentation' }).click(),
  )
  await visit('/tickets', [rows])
  await reads(page, 'Create Ticket', ['/api/products'], () => button(page, 'Create Ticket').first().click())
  const codes = ['whatsapp-url', 'sms-url'].map((code) => `/api/tickets/${ticket.ticketNumber}/${code}`)
  await visit(`/tickets?ticket=${ticket.id}`, [one, ...codes])
  await visit('/users', ['/api/users'])
  await reads(page, 'Create User', ['/api/company-names'], () => button(page, 'Create User').first().click())
  await visit(`/clients?client=${client.id}`, ['/api/clients'])
  await reads(page, 'Statistics', [`/api/clients/${client.id}/stats`], () =>
    page.getByRole('tab', { name: 'Statistics' }).click(),
  )
  await visit(`/products?product=${productId}`, ['/api/products'])
  await reads(page, 'Stats', [`/api/products/${productId}/stats`], () =>
    page.getByRole('tab', { name: 'Stats' }).click(),
  )
  await visit('/email-management', ['/api/users'])
  await visit(`/email-management?user=${reader.id}`, [`/api/email-preferences/${reader.id}`])
  await visit('/email-settings', ['/api/admin/email-settings', '/api/admin/email-health'])
})

test('the screens of a client are read by the stated calls, and their profile again once it is changed', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const { id } = await aTicket(api)
  await reads(page, '/client-portal', ['/api/auth/user', '/api/tickets'], () => page.goto('/client-portal'))
  await reads(page, 'View', [`/api/tickets/${id}`], () => page.goto(`/client-portal?ticket=${id}`))
  for (let sent = 0; sent < 25; sent++) await say(api, id, `Message ${sent}`)
  const chat = `/api/tickets/${id}/chat`
  await page.goto(`/?ticket=${id}`)
  await showChat(page)
  await reads(page, 'Load More Messages', [`${chat}?limit=20&offset=20`], () =>
    button(page, 'Load More Messages').click(),
  )
  await page.goto('/profile')
  await field(page, 'First Name').fill('Nora')
  await reads(page, 'Save Changes', ['/api/auth/user'], () => button(page, 'Save Changes').click())
})

import sharp from 'sharp'
import { aClient, aTicket } from '#test/factories.ts'
import { password } from '#test/harness.ts'
import { sendThrough } from '#test/mails.ts'
import { startSmtp } from '#test/services/smtp.ts'
import { boxOf, openChat, say } from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'
import { button, field, sends, pick, fillIn, type Stated } from '#test/browser/stated-calls.ts'

test('people sign in, register and sign out by the stated calls', async ({ desk, visitor }) => {
  const { email } = await desk.person('client', { firstName: 'Ola', lastName: 'Nord' })
  const page = await visitor()
  await page.goto('/')
  await button(page, "Don't have an account? Register").click()
  const names = { firstName: 'Nora', lastName: 'Berg', companyName: 'Fjord', email: 'nora@stated.example' }
  await fillIn(page, { 'First Name': 'Nora', 'Last Name': 'Berg', 'Company Name': 'Fjord' })
  await fillIn(page, { Email: names.email, Password: password, 'Mobile Number (Optional)': '+4915112345678' })
  await field(page, 'Role').selectOption('Client')
  const registration = { ...names, password, role: 'client', mobileNumber: '+4915112345678' }
  await sends(page, 'Register', [['POST /api/auth/register', registration]], async () => {
    await button(page, 'Register').click()
    await isTold(page, 'Registration Successful', 'You can now log in with your credentials')
  })
  await fillIn(page, { Email: email, Password: password })
  await sends(page, 'Sign In', [['POST /api/auth/login', { email, password }]], async () => {
    await button(page, 'Sign In').click()
    await expect(page.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Ola Nord' }).click()
  const [signOut] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname === '/api/logout'),
    page.getByRole('menuitem', { name: 'Sign out' }).click(),
  ])
  expect([signOut.method(), signOut.isNavigationRequest()]).toEqual(['GET', true])
})

test('tickets are submitted, changed, answered and deleted by the stated calls', async ({ desk, person }) => {
  const { page, api, name } = await person('helpdesk', { path: '/tickets' })
  const customerName = 'Stated House'
  await aClient(await desk.signedIn('super_user'), { name: customerName })
  await button(page, 'Create Ticket').first().click()
  const written = { subject: 'Stated', description: 'As written.', productName: 'Lamp', projectName: 'Move' }
  await fillIn(page, { Subject: 'Stated', Description: 'As written.', Product: 'Lamp', Project: 'Move' })
  await pick(page, 'Customer', customerName)
  await field(page, 'Category').last().selectOption('Email')
  await field(page, 'Priority').last().selectOption('High')
  const created = { ...written, customerName, category: 'email', priority: 'high' }
  await sends(page, 'Submit Ticket', [['POST /api/tickets', created]], async () => {
    await button(page, 'Submit Ticket').click()
    await isTold(page, 'Success', /has been submitted successfully/)
  })

  const ticket = await aTicket(api, { subject: 'Worked on' })
  const path = `/api/tickets/${ticket.id}`
  const [shown] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith(path)),
    page.goto(`/tickets?ticket=${ticket.id}`),
  ])
  expect(shown.method()).toBe('GET')
  const dialog = page.getByRole('dialog', { name: 'Worked on' })
  for (const [label, choice, body] of [
    ['Status', 'Testing', { status: 'testing' }],
    ['Priority', 'Low', { priority: 'low' }],
  ] as const)
    await sends(page, label, [[`PUT ${path}`, body]], async () => {
      await dialog.getByLabel(label, { exact: true }).selectOption(choice)
      await isTold(page, 'Success', 'Ticket updated successfully.')
    })
  for (const [choice, assignedToId] of [
    [name, api.id],
    ['Unassigned', null],
  ] as const)
    await sends(page, 'Assign To', [[`PUT ${path}`, { assignedToId }]], async () => {
      await dialog.getByLabel('Assign To', { exact: true }).click()
      await page.getByRole('listbox').getByRole('option', { name: choice }).click()
      await isTold(page, 'Success', 'Ticket updated successfully.')
    })
  const comment = { content: 'Looked at', isInternal: false }
  await sends(page, 'Add Comment', [[`POST ${path}/comments`, comment]], async () => {
    await dialog.getByLabel('Add a comment').fill('Looked at')
    await dialog.getByRole('button', { name: 'Add Comment', exact: true }).click()
    await isTold(page, 'Success', 'Comment added successfully.')
  })
  await sends(page, 'Delete Ticket', [[`DELETE ${path}`]], async () => {
    await dialog.getByRole('button', { name: 'Delete Ticket' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await isTold(page, 'Success', 'Ticket deleted successfully.')
  })

  const card = await aTicket(api, { subject: 'On the board' })
  await page.goto('/tickets?view=board')
  await sends(page, 'In Progress', [[`PUT /api/tickets/${card.id}`, { status: 'progress' }]], async () => {
    await page
      .getByRole('article', { name: 'On the board' })
      .getByRole('button', { name: 'In Progress' })
      .click()
    await isTold(page, 'Success', 'Ticket status updated successfully.')
  })
})

test('a chat is read and answered by the stated calls', async ({ desk, person }) => {
  const client = await desk.signedIn('client')
  const helpdesk = await person('helpdesk', { path: null })
  const { page } = helpdesk
  const { id } = await aTicket(client)
  const first = await say(client, id, 'Anybody there?')
  const path = `/api/tickets/${id}/chat`
  const loads = page.waitForRequest((request) => new URL(request.url()).pathname === path)
  await sends(page, 'Open the chat', [[`POST ${path}/${first.id}/read`]], () => openChat(helpdesk, id))
  expect(Object.fromEntries(new URL((await loads).url()).searchParams)).toEqual({ limit: '20', offset: '0' })
  await sends(page, 'Send', [[`POST ${path}`, { message: 'Here I am' }]], async () => {
    await boxOf(page).fill('Here I am')
    await boxOf(page).press('Enter')
  })
})

test('users are created and edited by the stated calls', async ({ desk, person }) => {
  const { page } = await person('super_user', { path: '/users?search=Statedly' })
  const vera = { email: 'vera@stated.example', firstName: 'Vera', lastName: 'Statedly', companyName: 'Fjord' }
  await button(page, 'Create User').first().click()
  await fillIn(page, { Email: vera.email, 'First Name': 'Vera', 'Last Name': 'Statedly' })
  await fillIn(page, { 'Company Name (Optional)': 'Fjord', Password: password })
  await field(page, 'Role').selectOption('Internal')
  const created = { ...vera, role: 'internal', password }
  await sends(page, 'Create User', [['POST /api/users', created]], async () => {
    await button(page, 'Create User').last().click()
    await isTold(page, 'Success', 'User created successfully.')
  })
  const { id } = await desk.person('client', { firstName: 'Uwe', lastName: 'Statedly', companyName: 'Fjord' })
  await page.reload()
  await button(page, 'Edit Uwe Statedly').click()
  await fillIn(page, { 'First Name': 'Uwina' })
  await sends(page, 'Edit User', [[`PUT /api/users/${id}`, { firstName: 'Uwina' }]], async () => {
    await button(page, 'Save Changes').click()
    await isTold(page, 'Success', 'User updated successfully.')
  })
})

test('client companies are arranged by the stated calls', async ({ desk, person }) => {
  const { page, api } = await person('super_user', { path: '/clients' })
  const agent = await desk.person('internal', { firstName: 'Agnes', lastName: 'Stated' })
  const user = await desk.person('client', { firstName: 'Uwe', lastName: 'Stated' })
  const { body: product } = await api.post<{ id: string }>('/api/products', { name: 'Free lamp' })
  await page.reload()
  await button(page, 'Add Client').click()
  await fillIn(page, { Name: 'Stated Ferries', Description: 'Ships', 'Contact Email': 'hello@fjord.example' })
  await fillIn(page, { 'Contact Phone': '+47 12', Address: 'Quay 1', Website: 'fjord.example' })
  const created = { name: 'Stated Ferries', description: 'Ships', contactEmail: 'hello@fjord.example' }
  const reached = { contactPhone: '+47 12', address: 'Quay 1', website: 'fjord.example' }
  await sends(page, 'Add Client', [['POST /api/clients', { ...created, ...reached }]], async () => {
    await button(page, 'Add Client').last().click()
    await isTold(page, 'Success', 'Client created successfully')
  })
  const { body: all } = await api.get<{ id: string; name: string }[]>('/api/clients')
  const id = all.find(({ name }) => name === 'Stated Ferries')?.id ?? ''

  await page.getByRole('tab', { name: 'Products' }).click()
  await button(page, 'Add Product').click()
  await pick(page, 'Product', 'Free lamp v1.0')
  const given = [`PATCH /api/products/${product.id}`, { clientId: id }] as const
  await sends(page, 'Add Product, an existing one', [given], async () => {
    await button(page, 'Assign Product').click()
    await isTold(page, 'Success', 'Product assigned successfully')
  })
  await button(page, 'Add Product').click()
  await page.getByText('New product', { exact: true }).click()
  await fillIn(page, { Name: 'New lamp' })
  const made = [`POST /api/clients/${id}/products`, { name: 'New lamp' }] as const
  await sends(page, 'Add Product, a new one', [made], async () => {
    await button(page, 'Create Product').click()
    await isTold(page, 'Success', 'Product created successfully')
  })
  for (const [tab, action, label, name, userId, role] of [
    ['Agents', 'Assign Agent', 'Agent', 'Agnes Stated', agent.id, 'lead'],
    ['Users', 'Assign User', 'User', 'Uwe Stated', user.id, 'contact'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await button(page, action).click()
    await pick(page, label, name)
    await field(page, 'Assignment Role').selectOption(role)
    await sends(page, action, [[`POST /api/clients/${id}/users`, { userId, role }]], async () => {
      await button(page, action).last().click()
      await isTold(page, 'Success', `${label} assigned successfully`)
    })
  }
  await sends(page, 'Delete', [[`DELETE /api/clients/${id}`]], async () => {
    await button(page, 'Delete Stated Ferries').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await isTold(page, 'Success', 'Client deleted successfully')
  })
})

test('products and their teams are arranged by the stated calls', async ({ desk, person }) => {
  const { page, api } = await person('helpdesk', { path: '/products' })
  const mona = await desk.person('internal', { firstName: 'Mona', lastName: 'Stated' })
  const { body: lamp } = await api.post<{ id: string }>('/api/products', { name: 'Stated lamp' })
  await page.reload()
  await button(page, 'Create Product').click()
  await fillIn(page, { Name: 'Made lamp', Description: 'Lights up', Version: '3', 'Tech Stack': 'go' })
  await fillIn(page, { 'Repository URL': 'https://example.com/lamp', Documentation: 'Read the back' })
  await field(page, 'Status').selectOption('Maintenance')
  await button(page, 'Add User').click()
  await field(page, 'Team member 1').fill('Mona Stated')
  await page.getByRole('option', { name: 'Mona Stated' }).click()
  const written = { name: 'Made lamp', description: 'Lights up', version: '3', status: 'maintenance' }
  const documented = { repositoryUrl: 'https://example.com/lamp', documentation: 'Read the back' }
  const userAssignments = [{ userId: mona.id, role: 'developer' }]
  const created = { ...written, ...documented, techStack: ['go'], userAssignments }
  await sends(page, 'Create Product', [['POST /api/products', created]], async () => {
    await button(page, 'Create Product').last().click()
    await isTold(page, 'Success', 'Product created successfully with user assignments.')
  })
  await button(page, 'Edit Stated lamp').click()
  await fillIn(page, { Name: 'Edited lamp', 'Tech Stack': 'rust' })
  const edited = { name: 'Edited lamp', techStack: ['rust'] }
  await sends(page, 'Edit Product', [[`PATCH /api/products/${lamp.id}`, edited]], async () => {
    await button(page, 'Save Changes').click()
    await isTold(page, 'Success', 'Product updated successfully.')
  })
  await page.goto(`/products?product=${lamp.id}&tab=team`)
  await button(page, 'Assign User').click()
  await pick(page, 'User', 'Mona Stated')
  await field(page, 'Role').selectOption('Tester')
  const joined = { userId: mona.id, role: 'tester' }
  await sends(page, 'Assign User', [[`POST /api/products/${lamp.id}/users`, joined]], async () => {
    await button(page, 'Assign User').last().click()
    await isTold(page, 'Success', 'User assigned to product successfully.')
  })
  await sends(page, 'Remove', [[`DELETE /api/products/${lamp.id}/users/${mona.id}`]], async () => {
    await button(page, 'Remove Mona Stated').click()
    await isTold(page, 'Success', 'User removed from product successfully.')
  })
})

test('email preferences and the mail server are arranged by the stated calls', async ({ desk, person }) => {
  const { page, api } = await person('super_user', { path: null })
  const smtp = await startSmtp()
  await sendThrough(api, smtp)
  const { id } = await desk.person('client', { firstName: 'Uwe', lastName: 'Preferring' })
  const preferences = '/api/email-preferences'
  await page.goto(`/email-management?user=${id}`)
  await button(page, 'Add Preference').click()
  await field(page, 'Notification Type').selectOption('Daily Summary')
  await field(page, 'Frequency').selectOption('Weekly')
  const added = { userId: id, notificationType: 'daily_summary', frequency: 'weekly', isEnabled: true }
  await sends(page, 'Create Preference', [[`POST ${preferences}`, added]], async () => {
    await button(page, 'Create Preference').click()
    await isTold(page, 'Success', 'Email preference created successfully.')
  })
  const defaults = `POST ${preferences}/defaults/${id}`
  await sends(page, 'Create Defaults', [[defaults]], async () => {
    await button(page, 'Create Defaults').click()
    await isTold(page, 'Success', 'Default email preferences created successfully.')
  })
  const { body: rows } = await api.get<{ id: string; notificationType: string }[]>(`${preferences}/${id}`)
  const one = `${preferences}/${rows.find((row) => row.notificationType === 'ticket_updates')?.id}`
  const row = page.getByRole('list', { name: /^Email preferences/ }).getByRole('listitem')
  const updates = row.filter({ hasText: 'Ticket Updates' })
  await sends(
    page,
    'Test',
    [[`POST ${preferences}/test`, { userId: id, notificationType: 'ticket_updates' }]],
    async () => {
      await button(page, 'Test Ticket Updates').click()
      await isTold(page, 'Success', /./)
    },
  )
  await sends(page, 'Frequency', [[`PUT ${one}`, { frequency: 'daily' }]], async () => {
    await updates.getByRole('combobox').selectOption('Daily')
    await isTold(page, 'Success', 'Email preference updated successfully.')
  })
  await sends(page, 'Enabled', [[`PUT ${one}`, { isEnabled: false }]], async () => {
    await updates.getByRole('switch').click()
    await isTold(page, 'Success', 'Email preference updated successfully.')
  })
  await sends(page, 'Delete', [[`DELETE ${one}`]], async () => {
    await button(page, 'Delete Ticket Updates').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await isTold(page, 'Success', 'Email preference deleted successfully.')
  })

  await page.goto('/email-settings')
  await button(page, 'Edit Settings').click()
  const values = {
    fromEmail: 'desk@stated.example',
    replyToEmail: 'help@stated.example',
    companyName: 'Stated',
  }
  await fillIn(page, { 'From Email': values.fromEmail, 'Reply To Email': values.replyToEmail })
  await fillIn(page, { 'Company Name': 'Stated' })
  const server = { host: '127.0.0.1', port: smtp.port, username: 'desk', useSSL: false, useTLS: false }
  const settings = '/api/admin/email-settings'
  await sends(page, 'Save SMTP Settings', [[`PUT ${settings}`, { ...server, ...values }]], async () => {
    await button(page, 'Save SMTP Settings').click()
    await isTold(page, 'Success', 'Email settings updated successfully.')
  })
  const email = 'ada@stated.example'
  await field(page, 'Email Address').fill(email)
  await sends(page, 'Send Test', [['POST /api/admin/test-email', { email }]], async () => {
    await button(page, 'Send Test').click()
    await isTold(page, 'Test Email Sent', 'Check your inbox for the test email.')
  })
  await smtp.close()
})

test('a profile and its photo are saved by the stated calls', async ({ person }) => {
  const { page, api } = await person('client', { path: '/profile' })
  const { email } = (await api.get<{ email: string }>('/api/auth/user')).body
  const written = {
    firstName: 'Nora',
    lastName: 'Berg',
    companyName: 'Fjord',
    mobileNumber: '+4915112345678',
  }
  await fillIn(page, { 'First Name': 'Nora', 'Last Name': 'Berg', 'Company Name': 'Fjord' })
  await fillIn(page, { 'Mobile Number (Optional)': written.mobileNumber })
  await sends(page, 'Save Changes', [['PUT /api/profile', { ...written, email }]], async () => {
    await button(page, 'Save Changes').click()
    await isTold(page, 'Success', 'Profile updated successfully')
  })
  await button(page, 'Upload Photo').click()
  const photo = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } }).png()
  const buffer = await photo.toBuffer()
  await field(page, 'Photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const begun = page.waitForRequest('**/api/profile/upload-url')
  const calls: Stated[] = [
    ['POST /api/profile/upload-url'],
    ['PUT /api/uploads/object'],
    ['PUT /api/profile/photo', { photoURL: expect.stringContaining('/api/uploads/object') }],
  ]
  await sends(page, 'Upload Photo', calls, async () => {
    await button(page, 'Upload').click()
    await isTold(page, 'Success', 'Photo uploaded successfully')
  })
  expect((await begun).headers()['content-type']).toBe('application/json')
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { roles } from '#features/users/contract.ts'
import { roleLabel } from '#features/users/web/role-badge.tsx'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, callsOf, holdCalls, isLive, isTold, openTabBehind } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const alone = (path: string) => (url: URL) => url.pathname === path
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const photos = (page: Page) => page.locator('img[src^="/api/users/"]')

const picture = (background: string, side = 64) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()
const asFile = async (name: string, background = 'teal') => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(background),
})

async function openUploader(page: Page) {
  await button(page, 'Upload Photo').click()
  const dialog = page.getByRole('dialog', { name: 'Upload Photo' })
  await expect(dialog).toBeVisible()
  return { dialog, input: dialog.getByLabel('Photo', { exact: true }), send: button(page, 'Upload') }
}

test('everybody finds their profile in the menu and changes it, and other windows follow', async ({
  person,
}) => {
  for (const role of roles) {
    const { page, name, api } = await person(role, { companyName: 'Acme' })
    await page.getByRole('button', { name: new RegExp(name) }).click()
    await page.getByRole('menuitem', { name: 'Profile Settings' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('heading', { name: 'Profile Settings', level: 1 })).toBeVisible()
    await expect(field(page, 'First Name')).toHaveValue(name.split(' ')[0]!)
    await expect(field(page, 'Company Name')).toHaveValue('Acme')
    await expect(field(page, 'Mobile Number (Optional)')).toHaveAttribute('placeholder', /.+/)
    await expect(
      page.getByText('Enter in E.164 format for SMS notifications (e.g., +1234567890)'),
    ).toBeVisible()
    const account = card(page, 'Account Information')
    await expect(account).toContainText(roleLabel(role))
    await expect(account).toContainText(api.id)
    await expect(account.locator('input, select, textarea')).toHaveCount(0)

    const other = await openTabBehind(page, '/')
    await isLive(other)
    const asked = callsOf(page, 'GET')
    await field(page, 'First Name').fill(`New${role}`)
    await field(page, 'Mobile Number (Optional)').fill('+4915112345678')
    await button(page, 'Save Changes').click()
    await isTold(page, 'Success', 'Profile updated successfully')
    expect(asked).toContain('/api/auth/user')
    for (const window of [page, other])
      await expect(window.getByRole('button', { name: new RegExp(`^New${role} `) })).toBeVisible()
    await page.reload()
    await expect(field(page, 'Mobile Number (Optional)')).toHaveValue('+4915112345678')
    await field(page, 'Mobile Number (Optional)').fill('')
    await button(page, 'Save Changes').click()
    await isTold(page, 'Success', 'Profile updated successfully')
    expect((await api.get<{ mobileNumber: string | null }>('/api/auth/user')).body.mobileNumber).toBeNull()
    await other.close()
  }
})

test('each fault of the profile is told at its field, by keyboard too', async ({ person }) => {
  const { page } = await person('client', { path: '/profile' })
  const { api: taken } = await person('client')
  const { email } = (await taken.get<{ email: string }>('/api/auth/user')).body
  await field(page, 'First Name').fill('')
  await field(page, 'Last Name').fill(' ')
  await field(page, 'Email').fill('nonsense')
  await field(page, 'Mobile Number (Optional)').fill('0123')
  await page.keyboard.press('Enter')
  for (const fault of [
    'First name is required',
    'Last name is required',
    'Invalid email address',
    'Invalid phone number. Use E.164 format (e.g., +1234567890).',
  ])
    await expect(page.getByText(fault, { exact: true })).toBeVisible()
  await expect(field(page, 'First Name')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])

  await page.keyboard.type('Ada')
  await field(page, 'Last Name').fill('Berg')
  await field(page, 'Email').fill(email)
  await field(page, 'Company Name').fill('')
  await field(page, 'Mobile Number (Optional)').fill('')
  await button(page, 'Save Changes').click()
  await isTold(page, 'Failed to update profile', 'A user with this email already exists.')
  await expect(field(page, 'Email')).toBeFocused()

  await field(page, 'Email').fill(`ada.berg.${Date.now()}@example.com`)
  const mend = await breakCalls(page, alone('/api/profile'), { method: 'PUT' })
  await button(page, 'Save Changes').click()
  await isTold(page, 'Error', 'Failed to update profile')
  await mend()
  const release = await holdCalls(page, alone('/api/profile'), 'PUT')
  await button(page, 'Save Changes').click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await release()
  await isTold(page, 'Success', 'Profile updated successfully')
})

test('a photo is chosen, previewed, sent and seen by others, and removed again', async ({ person }) => {
  const agent = await person('internal', { path: '/profile', firstName: 'Vera', lastName: 'Lind' })
  const { page } = agent
  const other = await openTabBehind(page, '/')
  await isLive(other)
  await expect(page.getByRole('img', { name: 'Vera Lind' })).toHaveText('VL')
  await expect(page.getByText("Upload a photo or we'll use your initials as avatar.")).toBeVisible()

  const { dialog, input, send } = await openUploader(page)
  await expect(send).toBeDisabled()
  await input.setInputFiles([await asFile('one.png'), await asFile('two.png')])
  await expect(dialog.getByText('You can only upload 1 file')).toBeVisible()
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(dialog.getByText(/^You can only upload: \.jpg, \.jpeg, \.png/)).toBeVisible()
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1)
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: tooLarge })
  await expect(dialog.getByText('big.png exceeds maximum allowed size of 5 MB')).toBeVisible()
  await expect(send).toBeDisabled()

  await input.setInputFiles(await asFile('me.png'))
  await expect(dialog.getByText('me.png')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'How the chosen file will look' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const order: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(profile|uploads|auth)/.test(pathname)) order.push(`${request.method()} ${pathname}`)
  })
  const release = await holdCalls(page, alone('/api/uploads/object'), 'PUT')
  await send.click()
  await expect(page.getByRole('button', { name: 'Uploading...' }).first()).toBeVisible()
  await input.setInputFiles(await asFile('another.png'))
  await expect(dialog.getByText('Cannot add more files')).toBeVisible()
  await release()
  await isTold(page, 'Success', 'Photo uploaded successfully')
  await expect(dialog).toBeHidden()
  expect(order.slice(0, 4)).toEqual([
    'POST /api/profile/upload-url',
    'PUT /api/uploads/object',
    'PUT /api/profile/photo',
    'GET /api/auth/user',
  ])
  // In the profile and in the sidebar.
  await expect(photos(page)).toHaveCount(2)
  await expect(photos(other)).toHaveCount(1)
  const { page: admin } = await person('super_user', { path: '/audit?type=user.photo_changed' })
  await expect(photos(admin).first()).toHaveJSProperty('naturalWidth', 64)

  await button(page, 'Remove Photo').click()
  await isTold(page, 'Success', 'Photo removed')
  await expect(photos(page)).toHaveCount(0)
  await expect(photos(other)).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Vera Lind' })).toHaveText('VL')
})

test('a photo can be dropped and pasted', async ({ person }) => {
  const { page } = await person('client', { path: '/profile' })
  const bytes = [...(await picture('orange'))]
  const { dialog, send } = await openUploader(page)
  const bring = (kind: 'paste' | 'drop', name: string) =>
    dialog.getByLabel('Photo', { exact: true }).evaluate(
      (target, { bytes, kind, name }) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
        const init = { bubbles: true, cancelable: true }
        target.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data }),
        )
      },
      { bytes, kind, name },
    )
  await bring('drop', 'dropped.png')
  await expect(dialog.getByText('dropped.png')).toBeVisible()
  await bring('paste', 'image.png')
  await expect(dialog.getByText(/^screenshot-.*\.png/)).toBeVisible()
  await send.click()
  await isTold(page, 'Success', 'Photo uploaded successfully')
})

test('each failure of a photo has its own words, and the uploader stays', async ({ person }) => {
  const { page } = await person('helpdesk', { path: '/profile' })
  const { dialog, input, send } = await openUploader(page)
  await input.setInputFiles(await asFile('me.png'))
  const failing = async (
    path: string,
    method: string,
    told: [title: string, text: string],
    answer: { status?: number; body?: string } = {},
  ) => {
    const mend = await breakCalls(page, alone(path), { method, ...answer })
    await send.click()
    await isTold(page, ...told)
    await expect(dialog).toBeVisible()
    await expect(send).toBeEnabled()
    await mend()
  }
  await failing('/api/profile/upload-url', 'POST', ['Error', 'Failed to get upload URL.'])
  await failing('/api/profile/upload-url', 'POST', ['Upload failed', 'No upload URL received'], {
    status: 200,
    body: '{}',
  })
  await failing('/api/uploads/object', 'PUT', ['Upload failed', 'Please try again.'])
  await expect(dialog.getByText('Failed to upload me.png')).toBeVisible()
  const title = 'Failed to update profile photo'
  await failing('/api/profile/photo', 'PUT', [title, 'Please try again.'])
  await failing('/api/profile/photo', 'PUT', [title, 'It is full.'], {
    status: 507,
    body: '{"message":"It is full."}',
  })
  await input.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  })
  await send.click()
  await isTold(page, title, 'This file is not a readable image')
  await expect(dialog.getByText(/This file is not a readable image/)).toBeVisible()
})

test('a person who loses the connection while a photo is sent is told so, and that it is back, and sends it again', async ({
  person,
}) => {
  const { page, context } = await person('helpdesk', { path: '/profile' })
  const { dialog, input, send } = await openUploader(page)
  await input.setInputFiles(await asFile('me.png'))
  const letGo = await holdCalls(page, alone('/api/uploads/object'), 'PUT')
  await send.click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await context.setOffline(true)
  await expect(dialog.getByText('No Internet connection')).toBeVisible()
  await letGo()
  await isTold(page, 'Upload failed', 'Please try again.')
  await context.setOffline(false)
  await expect(dialog.getByRole('status').getByText('Connected to the Internet')).toBeVisible()
  await expect(dialog.getByText('No Internet connection')).toHaveCount(0)
  await send.click()
  await isTold(page, 'Success', 'Photo uploaded successfully')
})

test('theme, density and shortcuts are chosen in the profile, by keyboard, and the latter two kept for every browser', async ({
  person,
}) => {
  const { page, api } = await person('internal', { path: '/profile' })
  await page.getByRole('radio', { name: 'Dark' }).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByText('Compact', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  const shortcuts = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await expect(shortcuts).toBeChecked()
  await shortcuts.focus()
  await page.keyboard.press('Space')
  await expect(shortcuts).not.toBeChecked()
  await expect
    .poll(async () => (await api.get<{ shortcuts: boolean }>('/api/settings')).body.shortcuts)
    .toBe(false)
  await page.evaluate(() => localStorage.removeItem('signalbox.density'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  expect(await page.evaluate(() => localStorage.getItem('signalbox.density'))).toBe('compact')
})

test('a new password ends the other sessions, and sessions are signed out one by one or all at once', async ({
  person,
  desk,
}) => {
  const { page, api } = await person('client', { path: '/profile' })
  const { email } = (await api.get<{ email: string }>('/api/auth/user')).body
  const [one, two, three] = [await desk.signIn(email), await desk.signIn(email), await desk.signIn(email)]
  await page.reload()
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(4)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  await sessions
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await isTold(page, 'Success', 'The session was ended.')
  await expect(sessions).toHaveCount(3)
  // Nothing tells the page of it.
  const late = await desk.signIn(email)
  await button(page, 'Sign out everywhere else').click()
  await isTold(page, 'Success', 'You are signed out everywhere else.')
  await expect(sessions).toHaveCount(1)
  await expect(button(page, 'Sign out everywhere else')).toBeHidden()
  for (const other of [one, two, three, late]) expect((await other.get('/api/auth/user')).status).toBe(401)

  await field(page, 'Current Password').fill('wrong')
  await field(page, 'New Password').fill('short')
  await field(page, 'Repeat New Password').fill('other')
  await button(page, 'Change Password').click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(field(page, 'New Password')).toBeFocused()
  await field(page, 'New Password').fill('a longer secret')
  await button(page, 'Change Password').click()
  await expect(page.getByText('The passwords do not match')).toBeVisible()
  await field(page, 'Repeat New Password').fill('a longer secret')
  await button(page, 'Change Password').click()
  await isTold(page, 'Error', 'This is not your current password')
  await field(page, 'Current Password').fill('correct horse')
  await button(page, 'Change Password').click()
  await isTold(page, 'Success', 'Your password was changed. You are signed out everywhere else.')
  await expect(field(page, 'Current Password')).toHaveValue('')
  await desk.signIn(email, 'a longer secret')
})

test('the menu on a phone closes behind the way to the profile', async ({ person }) => {
  const { page, name } = await person('internal')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Profile Settings', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('another address offers to sign out elsewhere, and a new password says how strong it is', async ({
  person,
  desk,
}) => {
  const { page, api } = await person('client', { path: '/profile' })
  const { email } = (await api.get<{ email: string }>('/api/auth/user')).body
  const elsewhere = await desk.signIn(email)
  await field(page, 'Email').fill(`elsewhere.${email}`)
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Profile updated successfully')
  await page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()
  await isTold(page, 'Success', 'You are signed out everywhere else.')
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401)
  expect((await api.get('/api/auth/user')).status).toBe(200)

  await field(page, 'New Password').fill('Password1')
  await expect(field(page, 'New Password')).toHaveAccessibleDescription(/Easy to guess/)
  await field(page, 'New Password').fill('blue harbour steam oven')
  await expect(field(page, 'New Password')).toHaveAccessibleDescription('Strong.')
  expect(await violationsOf(page)).toEqual([])
})

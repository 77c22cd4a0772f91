import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket } from '#test/factories.ts'
import { anUpload, content } from '#test/files.ts'
import { expect } from '#test/browser/desk.ts'
import { dropOn, file, paste } from '#test/browser/files.ts'
import { breakCalls, callsOf, holdCalls, isTold } from '#test/browser/steps.ts'
import { button, test } from '#test/browser/tickets.ts'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const input = (page: Page) => page.getByLabel('Attachments', { exact: true })
const objects = /\/api\/uploads\/object/

async function fillForm(page: Page) {
  await page.getByLabel('Subject').fill('Printer on fire')
  await page.getByRole('textbox', { name: 'Description' }).fill('It burns.')
  await page.getByRole('combobox', { name: 'Product' }).fill('Printers')
  const customer = page.getByLabel('Customer')
  if (await customer.isEditable()) await customer.fill('Acme')
}

test('a client submits a ticket with files that were chosen, dropped and pasted', async ({
  person,
  colleague,
}) => {
  const { page } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  await expect(input(page)).toHaveAttribute('accept', '.jpg,.jpeg,.png,.pdf,.doc,.docx,.txt')
  await expect(input(page)).toHaveAttribute('multiple', '')
  await fillForm(page)
  await input(page).setInputFiles([file('photo.png', content.png), file('letter.docx', content.docx)])
  await dropOn(page, 'input[name=subject]', [['dropped.txt', 'Dropped on the form']])
  expect(await paste(page, 'textarea[name=description]', 'cells')).toBe(false)
  expect(await paste(page, 'textarea[name=description]', 'image')).toBe(true)
  for (const name of ['photo.png', 'letter.docx', 'dropped.txt', /screenshot-[\d-]+\.png/])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Uploaded')
  const created = page.waitForResponse(
    (response) => response.url().endsWith('/api/tickets') && response.request().method() === 'POST',
  )
  await button(page, 'Submit Ticket').click()
  const ticket = (await (await created).json()) as TicketDetail
  expect(ticket.attachments.map(({ fileName }) => fileName.replace(/-[\d-]+/, '')).sort()).toEqual([
    'dropped.txt',
    'letter.docx',
    'photo.png',
    'screenshot.png',
  ])
  await expect(page.getByRole('list', { name: 'Files' })).toHaveCount(0)
  expect((await colleague.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.attachments).toHaveLength(4)
})

test('the files of a draft count among the twenty that are allowed, so a full one takes no more', async ({
  person,
}) => {
  const { page } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  const names = Array.from({ length: 20 }, (_, place) => `page-${place + 1}0.txt`)
  await input(page).setInputFiles(names.map((name) => file(name, content.txt)))
  for (const name of names) await expect(row(page, name)).toContainText('Uploaded')
  await page.reload()
  await expect(row(page, 'page-200.txt')).toContainText('Uploaded')
  await input(page).setInputFiles([file('more.txt', content.txt)])
  await expect(page.getByText('You can only upload 20 files')).toBeVisible()
  await page.getByRole('button', { name: 'Remove page-200.txt' }).click()
  await input(page).setInputFiles([file('more.txt', content.txt)])
  await expect(row(page, 'more.txt')).toContainText('Uploaded')
  await expect(page.getByText('You can only upload 20 files')).toHaveCount(0)
  await input(page).setInputFiles([file('still-more.txt', content.txt)])
  await expect(page.getByText('You can only upload 20 files')).toBeVisible()
  await expect(row(page, 'still-more.txt')).toHaveCount(0)
})

test('a file that cannot be uploaded is refused in the stated words, and one with false content by its name', async ({
  person,
}) => {
  const { page } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  await input(page).setInputFiles([file('run.exe', content.exe)])
  await expect(
    page.getByText('You can only upload: .jpg, .jpeg, .png, .pdf, .doc, .docx, .txt'),
  ).toBeVisible()
  await input(page).setInputFiles([file('notes.txt', content.txt)])
  await expect(row(page, 'notes.txt')).toContainText('Uploaded')
  await page.evaluate(() => {
    const many = new DataTransfer()
    for (let place = 0; place < 21; place++) many.items.add(new File([String(place)], `${place}.txt`))
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (field) field.files = many.files
    field?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(page.getByText('You can only upload 20 files')).toBeVisible()
  await input(page).setInputFiles([file('page.png', content.html)])
  await expect(row(page, 'page.png')).toContainText('page.png is not what its name says')
  await expect(page.getByRole('button', { name: 'Retry page.png' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove page.png' }).click()
  await expect(row(page, 'page.png')).toHaveCount(0)
})

test('an empty file is refused by its name, and the others are taken', async ({ person }) => {
  const { page } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  await input(page).setInputFiles([
    file('nothing.log', Buffer.alloc(0)),
    file('today.log', content.txt),
    file('logs.zip', content.zip),
  ])
  await expect(page.getByText('nothing.log is empty. Save it again, then attach it.')).toBeVisible()
  for (const name of ['today.log', 'logs.zip']) await expect(row(page, name)).toContainText('Uploaded')
  await expect(row(page, 'nothing.log')).toHaveCount(0)
  await expect(input(page)).toHaveAttribute('accept', '.jpg,.jpeg,.png,.pdf,.doc,.docx,.txt')
})

test('a ticket waits for its files, and says so', async ({ person }) => {
  const { page } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  await fillForm(page)
  const release = await holdCalls(page, objects, 'PUT')
  await input(page).setInputFiles([file('slow.txt', content.txt)])
  await expect(row(page, 'slow.txt')).toBeVisible()
  await button(page, 'Submit Ticket').click()
  await expect(page.getByText('Wait for the uploads to finish, or remove the files.')).toBeVisible()
  await release()
  await expect(row(page, 'slow.txt')).toContainText('Uploaded')
  await expect(page.getByText('Wait for the uploads')).toHaveCount(0)
  await button(page, 'Submit Ticket').click()
  await isTold(page, 'Success', 'has been submitted successfully.')
})

test('a file that fails is retried by itself, then by hand', async ({ person }) => {
  const { page } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  const mend = await breakCalls(page, objects, { method: 'PUT', status: 501 })
  await input(page).setInputFiles([file('notes.txt', content.txt)])
  await expect(row(page, 'notes.txt')).toContainText('Failed to upload notes.txt')
  await mend()
  let attempts = 0
  await page.route(objects, (route) => (++attempts < 3 ? route.fulfill({ status: 503 }) : route.continue()))
  await page.getByRole('button', { name: 'Retry notes.txt' }).click()
  await expect(row(page, 'notes.txt')).toContainText('Uploaded')
  expect(attempts).toBe(3)
})

test('a file that has arrived is taken when the server answers again, and is not sent again', async ({
  person,
}) => {
  const { page } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  const sent = callsOf(page, 'PUT')
  const mend = await breakCalls(page, /\/api\/uploads\/[^/]+\/finish$/, { method: 'POST', status: 503 })
  await input(page).setInputFiles([file('notes.txt', content.txt)])
  await page.getByRole('button', { name: 'Retry notes.txt' }).waitFor()
  await mend()
  await page.getByRole('button', { name: 'Retry notes.txt' }).click()
  await expect(row(page, 'notes.txt')).toContainText('Uploaded')
  expect(sent).toHaveLength(1)
})

test('the focus is not lost with the file that is removed, however fast they are', async ({ person }) => {
  const { page, api } = await person('client', { companyName: 'Acme' })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const attach = button(page, 'Attach files').first()
  const names = ['log.txt', 'more.txt', 'most.txt']
  const chosen = page.waitForEvent('filechooser')
  await attach.click()
  await (await chosen).setFiles(names.map((name) => file(name, content.txt)))
  for (const name of names) await expect(row(page, name)).toContainText('Uploaded')
  await button(page, 'Remove most.txt').focus()
  for (const _ of names) await page.keyboard.press('Enter')
  for (const name of names) await expect(row(page, name)).toHaveCount(0)
  await expect(attach).toBeFocused()
})

test('the files of an unsent ticket are there again after a reload, and gone when the draft is discarded', async ({
  person,
}) => {
  const { page, api } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  const names = ['kept.txt', 'other.txt', 'swept.txt']
  await input(page).setInputFiles(names.map((name) => file(name, content.txt)))
  for (const name of names) await expect(row(page, name)).toContainText('Uploaded')
  const kept = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('.ticket.'))?.[1],
  )
  const { files } = JSON.parse(kept ?? '') as { files: { uploadId: string; name: string }[] }
  const swept = files.find(({ name }) => name === 'swept.txt')
  await api.delete(`/api/uploads/${swept?.uploadId}`)
  await page.reload()
  await expect(row(page, 'kept.txt')).toContainText('Uploaded')
  await expect(row(page, 'swept.txt')).toHaveCount(0)
  const told = page.getByRole('status').filter({ hasText: 'swept.txt is not there any more' })
  await expect(told).toBeVisible()
  await button(page, 'Discard').click()
  for (const name of names) await expect(row(page, name)).toHaveCount(0)
  await expect(told).toHaveCount(0)
})

test('a file of an internal comment is seen by staff, and by the client not at all', async ({
  person,
  colleague,
}) => {
  const ana = await person('client', { companyName: 'Acme' })
  const ticket = await aTicket(ana.api, { subject: 'Internal file' })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  const chosen = page.waitForEvent('filechooser')
  await button(page, 'Attach files').first().click()
  await (await chosen).setFiles([file('log.txt', content.txt)])
  await expect(row(page, 'log.txt')).toContainText('Uploaded')
  await page.getByPlaceholder('Add a comment...').fill('See the log.')
  await page.getByLabel('Internal comment').check()
  await button(page, 'Add Comment Internally').click()
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(page.getByRole('link', { name: 'Download log.txt' })).toHaveCount(2)
  expect((await colleague.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.attachments).toHaveLength(1)

  await ana.page.goto(`/?ticket=${ticket.id}`)
  await expect(button(ana.page, 'Add attachments')).toHaveAccessibleDescription('No attachments yet.')
  await expect(ana.page.getByRole('link', { name: 'Download log.txt' })).toHaveCount(0)
})

test('a file added to a ticket shows at once for others who have it open, and can be viewed, saved and deleted', async ({
  person,
}) => {
  const ana = await person('client', { companyName: 'Acme' })
  const ticket = await aTicket(ana.api, { subject: 'Files later' })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  await expect(button(page, 'Add attachments')).toHaveAccessibleDescription('No attachments yet.')
  await ana.page.goto(`/?ticket=${ticket.id}`)
  await expect(button(ana.page, 'Add attachments')).toHaveAccessibleDescription('No attachments yet.')
  const chosen = ana.page.waitForEvent('filechooser')
  await button(ana.page, 'Add attachments').click()
  await (
    await chosen
  ).setFiles([file('one.png', content.png), file('two.pdf', content.pdf), file('three.txt', content.txt)])
  await expect(page.getByRole('link', { name: 'Download three.txt' })).toBeVisible()

  // By keyboard alone.
  await page.getByRole('button', { name: 'Preview one.png' }).focus()
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: 'one.png' })
  await expect(preview.getByRole('img', { name: 'one.png' })).toBeVisible()
  expect(await preview.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'two.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Preview one.png' })).toBeFocused()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download three.txt' }).click()
  expect((await download).suggestedFilename()).toBe('three.txt')

  await page.getByRole('button', { name: 'Delete three.txt' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('three.txt is deleted for everyone')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(
    page.getByRole('listitem').filter({ has: page.locator(':focus') }),
    'the one before',
  ).toContainText('two.pdf')
  await expect(ana.page.getByRole('link', { name: 'Download three.txt' })).toHaveCount(0)
  await expect(
    page.locator('.conversation').getByText('attached one.png, three.txt, and two.pdf'),
  ).toBeVisible()
})

test('a file that is chosen while another is being attached is attached after it', async ({ person }) => {
  const { page, api } = await person('client', { companyName: 'Acme' })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const letGo = await holdCalls(page, '**/attachments', 'POST')
  async function add(name: string) {
    const chosen = page.waitForEvent('filechooser')
    await button(page, 'Add attachments').click()
    await (await chosen).setFiles([file(name, content.txt)])
    await expect(row(page, name).filter({ hasText: 'Uploaded' })).toBeVisible()
  }
  const asked = page.waitForRequest('**/attachments')
  await add('first.txt')
  await asked
  await add('second.txt')
  await letGo()
  for (const name of ['first.txt', 'second.txt'])
    await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible()
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body.attachments.map(({ fileName }) => fileName.replace(/-[\d-]+/, '')).sort()).toEqual([
    'first.txt',
    'second.txt',
  ])
})

test('the form with its files is accessible and fits a phone', async ({ person, desk }) => {
  const { page, api } = await person('client', { companyName: 'Acme', path: '/client-portal' })
  const uploads = [
    await anUpload(desk, api, 'a-rather-long-name-of-a-screenshot-from-the-printer-room.png', content.png),
    await anUpload(desk, api, 'b.pdf', content.pdf),
  ]
  const ticket = await aTicket(api, { attachmentIds: uploads.map(({ id }) => id) })
  await input(page).setInputFiles([file('fine.txt', content.txt), file('page.png', content.html)])
  await expect(row(page, 'fine.txt')).toContainText('Uploaded')
  await expect(row(page, 'page.png')).toContainText('is not what its name says')
  for (const path of ['', `/?ticket=${ticket.id}`]) {
    if (path) await page.goto(path)
    if (path) await expect(page.getByRole('link', { name: 'Download b.pdf' })).toBeVisible()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
        .toBe(true)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
  }
})

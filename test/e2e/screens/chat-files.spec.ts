import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { anUpload, content } from '#test/files.ts'
import type { ChatPage } from '#features/chat/contract.ts'
import { boxOf, logOf, openChat, panelOf, rowsOf, rowWith, showChat } from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { dropOn, file, paste } from '#test/browser/files.ts'
import { breakCalls, holdCalls, isTold, loseAnswers } from '#test/browser/steps.ts'

const chatCall = /\/api\/tickets\/[^/]+\/chat(\?.*)?$/
const objects = /\/api\/uploads\/object/
const sendOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Send message' })
const pickerOf = (page: Page) => panelOf(page).locator('input[type=file]')
const waiting = (page: Page, name: string | RegExp) =>
  panelOf(page).getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
const sentIn = (page: Page, text: string, name: string | RegExp) =>
  rowWith(page, text)
    .getByRole('list', { name: 'Attachments' })
    .getByRole('listitem')
    .filter({ hasText: name })

test('a client sends chosen, dropped and pasted files; the desk sees the pictures and saves the others', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const helpdesk = await person('helpdesk', { path: null })
  const { id } = await aTicket(client.api)
  await openChat(client, id)
  await openChat(helpdesk, id)
  const { page } = client
  await pickerOf(page).setInputFiles([file('photo.png', content.png)])
  await dropOn(page, '[role=log]', [['dropped.txt', 'Dropped on the chat']])
  expect(await paste(page, 'textarea[aria-label=Message]', 'image')).toBe(true)
  for (const name of ['photo.png', 'dropped.txt', /screenshot-[\d-]+\.png/])
    await expect(waiting(page, name)).toContainText('Uploaded')
  await boxOf(page).fill('Look at these')
  await boxOf(page).press('Enter')
  await expect(sentIn(page, 'Look at these', 'photo.png')).toBeVisible()
  await expect(panelOf(page).getByRole('list', { name: 'Files' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add attachments' })).toHaveAccessibleDescription(
    'No attachments yet.',
  )

  const seen = helpdesk.page
  await expect(sentIn(seen, 'Look at these', /screenshot/)).toBeVisible()
  const saved = seen.waitForEvent('download')
  await sentIn(seen, 'Look at these', 'dropped.txt')
    .getByRole('link', { name: 'Download dropped.txt' })
    .click()
  expect((await saved).suggestedFilename()).toBe('dropped.txt')
  await sentIn(seen, 'Look at these', 'photo.png').getByRole('button', { name: 'Preview photo.png' }).click()
  const preview = seen.getByRole('dialog', { name: 'photo.png' })
  await expect(preview.getByRole('img')).toBeVisible()
  // A dialog hears keys from the moment it takes the focus; in the milliseconds before, Escape is the ticket's.
  await expect(preview.locator(':focus')).toHaveCount(1)
  await seen.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(panelOf(seen)).toBeVisible()
})

test('a message may be files alone, and not be empty', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  await boxOf(page).press('Enter')
  await expect(sendOf(page)).toBeDisabled()
  await pickerOf(page).setInputFiles([file('alone.txt', content.txt)])
  await expect(waiting(page, 'alone.txt')).toContainText('Uploaded')
  await expect(sendOf(page)).toBeEnabled()
  await boxOf(page).press('Enter')
  await expect(rowWith(page, 'alone.txt')).toContainText('Sent')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(sendOf(page)).toBeDisabled()
})

test('a message waits for its files, and says so', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const release = await holdCalls(page, objects, 'PUT')
  await pickerOf(page).setInputFiles([file('slow.txt', content.txt)])
  await expect(waiting(page, 'slow.txt')).toBeVisible()
  await boxOf(page).fill('With a file')
  await boxOf(page).press('Enter')
  const told = panelOf(page).getByText('Wait for the uploads to finish, or remove the files.')
  await expect(told).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(boxOf(page)).toHaveValue('With a file')
  await release()
  await expect(told).toHaveCount(0)
  await boxOf(page).press('Enter')
  await expect(sentIn(page, 'With a file', 'slow.txt')).toBeVisible()
})

test('a message waits for files that were chosen while what uploads them is still being loaded', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  const release = await holdCalls(page, '**/api/uploads/limits')
  await openChat(client, id)
  await boxOf(page).fill('With a file')
  await pickerOf(page).setInputFiles([file('early.txt', content.txt)])
  await boxOf(page).press('Enter')
  const told = panelOf(page).getByText('Wait for the uploads to finish, or remove the files.')
  await expect(told).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)
  await release()
  await expect(waiting(page, 'early.txt')).toContainText('Uploaded')
  await expect(told).toHaveCount(0)
  await boxOf(page).press('Enter')
  await expect(sentIn(page, 'With a file', 'early.txt')).toBeVisible()
})

test('a message that failed keeps its files for the next try, which sends it once', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const mend = await breakCalls(page, chatCall, { method: 'POST' })
  await pickerOf(page).setInputFiles([file('kept.txt', content.txt)])
  await expect(waiting(page, 'kept.txt')).toContainText('Uploaded')
  await boxOf(page).fill('Will it arrive?')
  await boxOf(page).press('Enter')
  await isTold(page, 'Error', 'Failed to send message. Please try again.')
  await expect(rowWith(page, 'Will it arrive?')).toContainText('kept.txt')
  await expect(waiting(page, 'kept.txt')).toContainText('Uploaded')
  await mend()
  await rowsOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(sentIn(page, 'Will it arrive?', 'kept.txt')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(panelOf(page).getByRole('list', { name: 'Files' })).toHaveCount(0)
  await expect(boxOf(page)).toHaveValue('')
})

test('a message with a file whose answer is lost is sent once, even when it is sent again after a reload', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  const repair = await loseAnswers(page, chatCall)
  await pickerOf(page).setInputFiles([file('once.txt', content.txt)])
  await expect(waiting(page, 'once.txt')).toContainText('Uploaded')
  await boxOf(page).fill('Only once')
  await boxOf(page).press('Enter')
  await isTold(page, 'Error', 'The server did not respond, so the message may have been sent.')
  await repair()
  await openChat(client, id)
  await expect(boxOf(page)).toHaveValue('Only once')
  await expect(waiting(page, 'once.txt')).toContainText('Uploaded')
  await boxOf(page).press('Enter')
  await expect(boxOf(page)).toHaveValue('')
  await expect(sentIn(page, 'Only once', 'once.txt')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  const { messages } = (await client.api.get<ChatPage>(`/api/tickets/${id}/chat`)).body
  expect(messages.map(({ message, attachments }) => [message, attachments.length])).toEqual([
    ['Only once', 1],
  ])
})

test('a file that is added while a message is being sent stays for the next message', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  await pickerOf(page).setInputFiles([file('first.txt', content.txt)])
  await expect(waiting(page, 'first.txt')).toContainText('Uploaded')
  const release = await holdCalls(page, chatCall, 'POST')
  await boxOf(page).fill('The first')
  await boxOf(page).press('Enter')
  await expect(rowWith(page, 'The first')).toContainText('Sending')
  await pickerOf(page).setInputFiles([file('second.txt', content.txt)])
  await expect(waiting(page, 'second.txt')).toContainText('Uploaded')
  await release()
  await expect(sentIn(page, 'The first', 'first.txt')).toBeVisible()
  await expect(waiting(page, 'first.txt')).toHaveCount(0)
  await expect(waiting(page, 'second.txt')).toContainText('Uploaded')
  await boxOf(page).press('Enter')
  await expect(rowWith(page, 'second.txt')).toContainText('Sent')
  await expect(rowsOf(page)).toHaveCount(2)
})

test('the files of an unsent message are there again after a reload, and gone with the draft', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const { page } = client
  await openChat(client, id)
  await pickerOf(page).setInputFiles([file('kept.txt', content.txt)])
  await expect(waiting(page, 'kept.txt')).toContainText('Uploaded')
  await page.reload()
  await expect(waiting(page, 'kept.txt')).toContainText('Uploaded')
  await expect(panelOf(page)).toContainText('Draft restored')
  await panelOf(page).getByRole('button', { name: 'Discard' }).click()
  await expect(waiting(page, 'kept.txt')).toHaveCount(0)
  await page.reload()
  await showChat(page)
  await expect(waiting(page, 'kept.txt')).toHaveCount(0)
})

test('a file that the desk removes is gone from both open chats at once; a client cannot remove it', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const helpdesk = await person('helpdesk', { path: null })
  const { id } = await aTicket(client.api)
  const upload = await anUpload(desk, client.api, 'secret.txt')
  await client.api.post(`/api/tickets/${id}/chat`, { message: '', attachmentIds: [upload.id] })
  await openChat(client, id)
  await openChat(helpdesk, id)
  await expect(rowWith(client.page, 'secret.txt')).toBeVisible()
  await expect(logOf(client.page).getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await logOf(helpdesk.page).getByRole('button', { name: 'Delete secret.txt' }).click()
  await helpdesk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await isTold(helpdesk.page, 'Success', 'secret.txt has been removed.')
  for (const { page } of [client, helpdesk])
    await expect(rowsOf(page)).toContainText('This message was removed.')
  const { body } = await client.api.get<ChatPage>(`/api/tickets/${id}/chat`)
  expect(body.messages.map(({ attachments }) => attachments)).toEqual([[]])
})

test('the upload engine is loaded with the first file, not with the chat', async ({ person }) => {
  const client = await person('client', { path: null })
  const { id } = await aTicket(client.api)
  const scripts: string[] = []
  client.page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  const engine = () => scripts.filter((path) => path.includes('/uploader-'))
  await openChat(client, id)
  await boxOf(client.page).fill('No file')
  await boxOf(client.page).press('Enter')
  await expect(rowWith(client.page, 'No file')).toContainText('Sent')
  expect(engine()).toEqual([])
  await pickerOf(client.page).setInputFiles([file('one.txt', content.txt)])
  await expect(waiting(client.page, 'one.txt')).toContainText('Uploaded')
  expect(engine()).toHaveLength(1)
})

import { aTicket } from '#test/factories.ts'
import { anUpload, content } from '#test/files.ts'
import { violationsOf } from './axe.ts'
import { boxOf, openChat, panelOf, rowsOf, rowWith, say } from './chat.ts'
import { expect, test, type Person } from './desk.ts'
import { file } from './files.ts'
import { breakCalls } from './steps.ts'

const chatCall = /\/api\/tickets\/[^/]+\/chat(\?.*)?$/

async function isForEverybody({ page }: Pick<Person, 'page'>, widths = [1440, 1024, 390]) {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    if (width < 1280) await page.getByRole('tab', { name: /Live Chat/ }).click()
    await expect(panelOf(page)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      faults.push(...(await violationsOf(page)).map((what) => `${width}, ${colorScheme}: ${what}`))
    }
  }
  expect(faults).toEqual([])
}

test('everybody can read and use a chat with files, one that was sent and one that was not', async ({
  desk,
  person,
}) => {
  const helpdesk = await person('helpdesk')
  const client = await desk.signedIn('client')
  const { id } = await aTicket(client)
  const upload = await anUpload(desk, client, 'a rather long name of a screenshot.png', content.png)
  await client.post(`/api/tickets/${id}/chat`, { message: 'Like this', attachmentIds: [upload.id] })
  await say(helpdesk.api, id, 'Thank you, I have a look. '.repeat(8))
  const { page } = helpdesk
  await openChat(helpdesk, id)
  await breakCalls(page, chatCall, { method: 'POST' })
  await panelOf(page)
    .locator('input[type=file]')
    .setInputFiles([file('answer.pdf', content.pdf)])
  await expect(panelOf(page).getByRole('list', { name: 'Files' })).toContainText('Uploaded')
  await boxOf(page).fill('Not sent')
  await boxOf(page).press('Enter')
  await expect(rowWith(page, 'Not sent')).toContainText('answer.pdf')
  await expect(rowsOf(page)).toHaveCount(3)
  await isForEverybody(helpdesk, [1440])
})

test('everybody can read and use a chat without a word', async ({ person }) => {
  const client = await person('client')
  const { id } = await aTicket(client.api)
  await openChat(client, id)
  await expect(panelOf(client.page)).toContainText('No messages yet. Start the conversation!')
  await isForEverybody(client)
})

test('everybody can read that a chat could not be loaded, and try again', async ({ person }) => {
  const client = await person('client')
  const { id } = await aTicket(client.api)
  await breakCalls(client.page, chatCall, { status: 403 })
  await openChat(client, id)
  await expect(panelOf(client.page)).toContainText('Unable to load chat.')
  await isForEverybody(client)
})

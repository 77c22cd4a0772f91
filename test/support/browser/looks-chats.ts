import { aTicket } from '#test/factories.ts'
import { anUpload, content } from '#test/files.ts'
import { boxOf, openChat, panelOf, rowsOf, rowWith, say } from './chat.ts'
import { expect, test, type Person } from './desk.ts'
import { file } from './files.ts'
import { large, lookAt, onTabs, type Sweep } from './looks.ts'
import { breakCalls } from './steps.ts'

const chatCall = /\/api\/tickets\/[^/]+\/chat(\?.*)?$/

/** The chat beside its ticket, and behind its tab where there is no room. */
async function lookAtChat({ page }: Pick<Person, 'page'>, name: string, sweep: Sweep): Promise<void> {
  await lookAt(page, name, sweep, [large])
  await page.setViewportSize({ width: 1024, height: 900 })
  await page.getByRole('tab', { name: /Live Chat/ }).click()
  await expect(panelOf(page)).toBeVisible()
  await lookAt(page, `${name}, behind its tab`, sweep, onTabs)
}

/** The chat of a ticket: with files, without a word, and when it could not be loaded. */
export function looksOfChats(sweep: Sweep): void {
  test('everybody can read and use a chat with files, a sent one and an unsent one', async ({
    desk,
    person,
  }) => {
    const helpdesk = await person('helpdesk', { path: null })
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
    await lookAt(page, 'chat with files', sweep, [large])
  })

  test('everybody can read and use an empty chat, and one that could not be loaded', async ({ person }) => {
    const client = await person('client', { path: null })
    const { id } = await aTicket(client.api)
    await openChat(client, id)
    await expect(panelOf(client.page)).toContainText('No messages yet. Start the conversation!')
    await lookAtChat(client, 'chat without a word', sweep)
    await breakCalls(client.page, chatCall, { status: 403 })
    await openChat(client, id)
    await expect(panelOf(client.page)).toContainText('Unable to load chat.')
    await lookAtChat(client, 'chat that could not be loaded', sweep)
  })
}

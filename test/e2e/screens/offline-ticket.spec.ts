import type { Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'
import { button, rowsOf, test } from '#test/browser/tickets.ts'

/** Has the server take the first comment, and the browser lose its line before the answer. @returns a count of the comments sent */
async function loseLineUnderComment(page: Page): Promise<() => number> {
  let posts = 0
  await page.route('**/comments', async (route) => {
    if (posts++ > 0) return route.fallback()
    await route.fetch()
    await page.context().setOffline(true)
    return route.abort()
  })
  return () => posts
}

test('a person with a ticket open reads that they are offline, keeps text and rows, and goes on once online', async ({
  person,
}) => {
  const { page, context, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'In the tunnel' })
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const status = dialog.getByLabel('Status', { exact: true })
  await expect(status).toBeEnabled()
  await dialog.getByLabel('Add a comment').fill('Half a thought')

  await context.setOffline(true)
  const notice = dialog.getByRole('status').filter({ hasText: 'You are offline. Your text is kept.' })
  await expect(notice).toBeVisible()
  const head = await dialog.locator('.dialog-head').boundingBox()
  expect((await notice.boundingBox())!.y).toBeLessThan(head!.y)
  await expect(status).toBeDisabled()
  await expect(dialog.locator('fieldset', { has: page.getByLabel('Status') })).toHaveAttribute(
    'title',
    'You are offline.',
  )
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('Half a thought')
  await expect(button(dialog, 'Add Comment')).toBeDisabled()
  await expect(button(dialog, 'More ways to add')).toBeDisabled()
  await expect(button(dialog, 'Save Changes')).toBeDisabled()
  await expect(dialog.locator('form').getByText('You are offline. Your text is kept.')).toBeVisible()
  await dialog.getByLabel('Add a comment').press('Control+Enter')
  await button(dialog, 'Close').click()
  await expect(page.getByText('You are offline. You can keep reading and typing')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  // Another request for the list, such as one on coming back to the window, takes nothing away.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('The tickets could not be loaded.')).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'In the tunnel' }).click()
  await expect(notice).toBeVisible()

  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await expect(status).toBeEnabled()
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('Half a thought')
})

test('a comment that the line was lost under waits for "Send now", and is sent once though the server has had it before', async ({
  person,
}) => {
  const { page, context, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const countPosts = await loseLineUnderComment(page)
  await box.fill('On my way')
  await box.press('Control+Shift+Enter')
  await isTold(page, 'Error', 'The server did not respond, so the comment may have been added.')
  await expect(button(dialog, 'Send now')).toHaveCount(0)
  await expect(button(dialog, 'Add Comment')).toBeDisabled()

  await context.setOffline(false)
  await expect(dialog.getByText('This comment may have been added.')).toBeVisible()
  await expect(button(dialog, 'Send now')).toBeVisible()
  expect(countPosts()).toBe(1)
  // It waits through a reload, too, and is not sent by that.
  await page.reload()
  await expect(dialog.getByText('This comment may have been added.')).toBeVisible()
  await expect(box).toHaveValue('On my way')
  await button(dialog, 'Send now').click()
  await isTold(page, 'Success', 'Comment added successfully. The status is Resolved now.')
  await expect(box).toHaveValue('')
  await expect(button(dialog, 'Send now')).toHaveCount(0)
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body.comments.map(({ content }) => content)).toEqual(['On my way'])
})

test('a subject that somebody types keeps focus and letters offline, and is saved once online', async ({
  person,
}) => {
  const { page, context, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'Lift' })
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Edit').click()
  const subject = dialog.getByLabel('Subject', { exact: true })
  await subject.fill('Lift stuck')
  await context.setOffline(true)
  await expect(subject).toHaveJSProperty('readOnly', true)
  // The first two are commands elsewhere: to assign to oneself and to resolve.
  await page.keyboard.type('iex')
  await page.keyboard.press('Enter')
  await expect(subject).toBeFocused()
  await expect(subject).toHaveValue('Lift stuck')

  await context.setOffline(false)
  await expect(subject).toHaveJSProperty('readOnly', false)
  await page.keyboard.type(' in the cellar')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText('Lift stuck in the cellar')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body).toMatchObject({ subject: 'Lift stuck in the cellar', status: 'open', assignedToId: null })
})

test('a fact that is left offline is saved once online, whatever Escape does elsewhere, and after its ticket was closed', async ({
  person,
}) => {
  const { page, context, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'Lamp', projectName: 'Move' })
  const stored = async () => (await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Edit').click()
  const subject = dialog.getByLabel('Subject', { exact: true })
  const project = dialog.getByLabel('Project', { exact: true })
  await expect(button(dialog, 'Save Changes')).toHaveAttribute('title', 'All changes are saved')
  await project.fill('Move of the lamps')
  await context.setOffline(true)
  await expect(project).toHaveJSProperty('readOnly', true)
  await subject.focus()
  await expect(dialog.getByText('This is saved as soon as you are online again.')).toBeVisible()
  await expect(button(dialog, 'Save Changes')).not.toHaveAttribute('title')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(project).toHaveValue('Move of the lamps')
  await context.setOffline(false)
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(button(dialog, 'Save Changes')).toHaveAttribute('title', 'All changes are saved')
  expect((await stored()).projectName).toBe('Move of the lamps')

  // Escape takes the former text back in its own field alone.
  await subject.fill('')
  await project.focus()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(subject).toHaveValue('')
  await subject.focus()
  await page.keyboard.press('Escape')
  await expect(subject).toHaveValue('Lamp')

  await subject.fill('Lamp in the hall')
  await context.setOffline(true)
  await expect(subject).toHaveJSProperty('readOnly', true)
  await button(dialog, 'Close').click()
  await expect(dialog).toHaveCount(0)
  await context.setOffline(false)
  await isTold(page, 'Success', 'Ticket updated successfully.')
  expect((await stored()).subject).toBe('Lamp in the hall')
})

test('a fact that a person goes back from with the browser is saved', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: '/tickets' })
  const ticket = await aTicket(api, { subject: 'Stairs' })
  await page.getByRole('link', { name: 'Stairs' }).click()
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Edit').click()
  await dialog.getByLabel('Subject', { exact: true }).fill('Stairs are wet')
  await page.goBack()
  await isTold(page, 'Success', 'Ticket updated successfully.')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body.subject).toBe('Stairs are wet')
})

test('an internal comment whose answer was lost is sent again as it was, though the ticket is nobody’s', async ({
  person,
}) => {
  const { page, context, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: 'Assign to me' })).toBeChecked()
  await loseLineUnderComment(page)
  const box = dialog.getByLabel('Add a comment')
  await box.fill('The key is with Ida')
  await dialog.getByRole('checkbox', { name: 'Internal comment' }).check()
  await box.press('Control+Enter')
  await isTold(page, 'Error', 'The server did not respond, so the comment may have been added.')
  await context.setOffline(false)
  await button(dialog, 'Send now').click()
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(box).toHaveValue('')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body.comments.map(({ content, isInternal }) => [content, isInternal])).toEqual([
    ['The key is with Ida', true],
  ])
  expect(body.assignedToId).toBeNull()
})

import { aComment, aTicket } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'

test('Escape elsewhere leaves an edit open, in the box it closes it, and the words are there at the next edit', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await aComment(api, ticket.id, 'Press teh button')
  await page.goto(`/?ticket=${ticket.id}`)
  const row = page.getByRole('listitem').filter({ hasText: 'Press' })
  const edit = row.getByRole('button', { name: 'Edit your comment' })
  const box = page.getByRole('textbox', { name: 'Your comment' })
  await edit.click()
  await box.fill('Press the button twice')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(box).toHaveValue('Press the button twice')

  await box.focus()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await page.reload()
  await edit.click()
  await expect(box).toHaveValue('Press the button twice')
  await page.keyboard.press('Control+Enter')
  await expect(row.getByText('edited', { exact: true })).toBeVisible()
  await edit.click()
  await box.fill('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await edit.click()
  await expect(box).toHaveValue('Press the button twice')
})

import type { Page } from '@playwright/test'
import { aComment, aTicket } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { expect, test } from '#test/browser/desk.ts'

const talkOf = (page: Page) =>
  page.getByRole('heading', { name: 'Updates & Comments' }).locator('xpath=ancestor::section[1]')
const rowsOf = (page: Page) =>
  talkOf(page)
    .getByRole('listitem')
    .filter({ visible: true, hasNotText: /^New · \d+$/ })
const rowWith = (page: Page, text: string) => rowsOf(page).filter({ hasText: text })
const earlierOf = (page: Page) => talkOf(page).getByRole('button', { name: 'Show earlier comments' })
const topOf = async (page: Page, text: string) => (await rowWith(page, text).boundingBox())?.y ?? 0

async function aLongTalk(by: Caller, ticketId: string) {
  for (let number = 1; number <= 230; number++) await aComment(by, ticketId, `Remark ${number}.`)
}

test('a person reads the earlier comments of a long ticket by keys, at their place, and hears of new and deleted ones', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api, { subject: 'Long' })
  await aLongTalk(colleague, id)
  await page.goto(`/?ticket=${id}`)
  await expect(rowsOf(page)).toHaveCount(200)
  await expect(rowsOf(page).first()).toContainText('Remark 31.')

  await earlierOf(page).focus()
  const before = await topOf(page, 'Remark 31.')
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(230)
  await expect(rowsOf(page).first()).toContainText('Remark 1.')
  await expect(earlierOf(page)).toHaveCount(0)
  expect(Math.abs((await topOf(page, 'Remark 31.')) - before)).toBeLessThan(2)
  await expect(rowWith(page, 'Remark 31.')).toBeFocused()

  // News come below, what is deleted goes, and the earlier ones stay.
  await aComment(colleague, id, 'Remark 231.')
  await expect(rowWith(page, 'Remark 231.')).toHaveCount(1)
  await expect(rowsOf(page)).toHaveCount(231)
  const { body } = await api.get<{ comments: { id: string; content: string }[] }>(
    `/api/tickets/${id}/comments?before=${await commentOn(page, 'Remark 31.')}`,
  )
  const early = body.comments.find(({ content }) => content === 'Remark 7.')!
  await colleague.delete(`/api/comments/${early.id}`)
  await expect(rowWith(page, 'Remark 7.')).toHaveCount(0)
  await expect(rowWith(page, 'Remark 1.')).toHaveCount(1)
})

/** The id of the comment on this row. */
const commentOn = async (page: Page, text: string) =>
  ((await rowWith(page, text).getAttribute('id')) ?? '').replace('comment-', '')

test('a long ticket is printed with all its comments', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api, { subject: 'Long' })
  await aLongTalk(api, id)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.goto(`/?ticket=${id}`)
  // The first two, the last twenty, and the line between.
  await expect(rowsOf(page)).toHaveCount(23)
  // The browser's own printing waits for nothing.
  await page.emulateMedia({ media: 'print' })
  await expect(talkOf(page)).toContainText('Earlier comments are not printed.')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Print Ticket' }).click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  for (const text of ['Remark 1.', 'Remark 100.']) await expect(rowWith(page, text)).toBeVisible()
  await expect(page.getByText('Earlier comments are not printed.')).toHaveCount(0)
})

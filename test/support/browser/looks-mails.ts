import type { Page } from '@playwright/test'
import { openPost } from '#test/incoming-mail.ts'
import { expect, test } from './desk.ts'
import { long } from './looks-scene.ts'
import { large, lookAt, narrow, type Sweep } from './looks.ts'

const decisions = { a: 'Add to ticket', t: 'New ticket', n: 'New person' }

async function lookAtDecisions(page: Page, sweep: Sweep): Promise<void> {
  for (const [key, name] of Object.entries(decisions)) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
    await lookAt(page, name, sweep, [narrow, large])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}

/** Mails that come in, and their settings. */
export function looksOfMails(sweep: Sweep): void {
  test('a super user can read and use the mails that come in, and their settings', async ({
    person,
    desk,
    colleague,
    mailPort,
  }) => {
    await desk.database.pool.query('delete from inbound_mails; delete from inbound_rules')
    const { page } = await person('super_user', { path: '/inbound' })
    await expect(page.getByText('All emails are sorted')).toBeVisible()
    await lookAt(page, 'unsorted mail, empty', sweep)

    const post = openPost(mailPort, colleague)
    await post.deliver({
      from: `"${long}" <long@nowhere.test>`,
      replyTo: `${long.slice(0, 60)} <other@elsewhere.test>`,
      subject: long,
      text: `${long}\n\nOn Fri, 27 Nov 2026, Support wrote:\n> ${long}`,
      attachments: [{ filename: `${long}.pdf`, content: 'pdf' }],
    })
    const { id } = await post.deliver({ from: 'Sam <sam@nowhere.test>', subject: 'Cheap pens' })
    await colleague.post(`/api/inbound/${id}/block`)
    await page.getByRole('region', { name: 'Emails' }).getByRole('button', { name: long }).click()
    await page.getByText('Show quoted text').click()
    await lookAt(page, 'unsorted mail', sweep)
    await page.setViewportSize({ width: large, height: 900 })
    await lookAtDecisions(page, sweep)
    await page.getByRole('button', { name: 'Show original' }).click()
    await expect(page.getByRole('dialog', { name: 'Original email' })).toContainText('MIME-Version')
    await lookAt(page, 'original email', sweep, [narrow, large])

    await page.goto('/email-settings')
    await expect(page.getByRole('region', { name: 'Sender Rules' })).toContainText('sam@nowhere.test')
    await lookAt(page, 'incoming email', sweep)
  })
}

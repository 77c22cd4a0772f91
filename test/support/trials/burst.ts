import { expect } from 'vitest'
import { aComment, aTicket } from '#test/factories.ts'
import { startApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp } from '#test/services/smtp.ts'

const hourMs = 60 * 60 * 1000

/** Somebody comments that often on a ticket of Ana's, and that is mailed to her; then the hour ends. Expects that nothing is lost. */
export async function expectGathered(comments: number): Promise<void> {
  const smtp = await startSmtp()
  const desk = await startApp()
  try {
    const hour = Math.floor(Date.now() / hourMs) * hourMs
    desk.clock.set(new Date(hour + 5 * 60_000))
    const root = await desk.signedIn('super_user')
    const bo = await desk.signedIn('helpdesk')
    const { email } = await desk.person('client', { firstName: 'Ana' })
    const { id } = await aTicket(await desk.signIn(email))
    await sendThrough(root, smtp)
    for (let turn = 1; turn <= comments; turn++) await aComment(bo, id, `Comment ${turn}.`)
    const mails = async () => {
      await untilMailed(desk)
      return smtp.received
        .filter(({ to, mail }) => to.includes(email) && !mail.subject?.includes('Summary'))
        .map(({ mail }) => mail)
    }
    const single = await mails()
    expect(single).toHaveLength(30)
    for (let turn = 1; turn <= 30; turn++)
      expect(single.filter(({ text }) => text?.includes(`Comment ${turn}.\n`))).toHaveLength(1)

    desk.clock.set(new Date(hour + hourMs + 1000))
    await aTicket(bo)
    const [gathered, ...others] = (await mails()).slice(30)
    expect(others).toEqual([])
    const written = (count: number) => new Intl.NumberFormat('en').format(count)
    expect(gathered?.subject).toBe(`Ticket Updates: ${written(comments - 30)} more updates`)
    expect(gathered?.text).toMatch(/Comment 31\.[^]*Comment 40\.[^]*and [\d,]+ more changes/)
    expect(gathered?.text).toContain(`and ${written(comments - 40)} more changes`)

    // An hour later each comment has a mail of its own again.
    desk.clock.set(new Date(hour + 2 * hourMs))
    await aComment(bo, id, 'The last one.')
    expect((await mails()).slice(31)).toHaveLength(1)
  } finally {
    await desk.close()
    await smtp.close()
  }
}

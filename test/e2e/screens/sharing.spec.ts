import { aTicket } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, callsOf, holdCalls } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'
import { channels, cardOf, withTicket } from '#test/browser/sharing-screen.ts'

test('a person whose codes could not be loaded tries again', async ({ person }) => {
  const somebody = await person('helpdesk', { path: null })
  const { page } = somebody
  for (const { address } of channels) await breakCalls(page, address)
  await withTicket(somebody)
  for (const { card: name, address, failed } of channels) {
    const card = cardOf(page, name)
    await expect(card.getByRole('alert')).toContainText(failed)
    await expect(card.getByRole('img')).toHaveCount(0)
    await page.unroute(address)
    const letGo = await holdCalls(page, address)
    await button(card, 'Retry').focus()
    await page.keyboard.press('Enter')
    await expect(button(card, 'Retry')).toHaveAttribute('aria-busy', 'true')
    await letGo()
    await expect(card.getByRole('img')).toBeVisible()
    await expect(card.getByRole('alert')).toHaveCount(0)
  }
})

test('the codes of a ticket are loaded once in five minutes, however often it is opened', async ({
  person,
}) => {
  const somebody = await person('helpdesk', { path: null })
  const { page } = somebody
  await page.clock.install()
  const { ticketNumber, subject } = await withTicket(somebody)
  const picture = cardOf(page, 'SMS').getByRole('img')
  await expect(picture).toBeVisible()
  const calls = callsOf(page, 'GET')
  const shared = () => calls.filter((path) => /(whatsapp|sms)-url$/.test(path))
  const open = () => page.getByRole('link', { name: subject }).first().click()
  const close = async () => {
    await page.getByRole('dialog', { name: subject }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/tickets')
  await open()
  await expect(picture).toBeVisible()
  calls.length = 0
  await page.clock.fastForward(200_000)
  await close()
  await open()
  await expect(picture).toBeVisible()
  expect(shared()).toEqual([])
  await page.clock.fastForward(110_000)
  await close()
  await open()
  await expect
    .poll(() => shared().sort())
    .toEqual([`/api/tickets/${ticketNumber}/sms-url`, `/api/tickets/${ticketNumber}/whatsapp-url`])
})

test('both codes are printed with the ticket, without their buttons', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'On paper' })
  await page.goto(`/?ticket=${ticket.id}`)
  const pictures = page.getByRole('img', { name: /^QR code of the (WhatsApp|SMS) link$/ })
  await expect(pictures).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  for (const picture of await pictures.all()) {
    await expect(picture).toBeVisible()
    expect((await picture.boundingBox())?.width).toBeGreaterThan(100)
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  }
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
})

import { readFile } from 'node:fs/promises'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { aTicket, change } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, callsOf, holdCalls, isLive, isTold, stopTime } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'
import { channels, cardOf, withTicket } from '#test/browser/sharing-screen.ts'

function scanned(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data
}

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

for (const { card: name, address, link, failed, copied, downloaded, file } of channels)
  test(`somebody finds the ${name} code in the ticket, copies its link and downloads it`, async ({
    person,
    desk,
  }) => {
    const somebody = await person(name === 'SMS' ? 'client' : 'helpdesk', { path: null })
    const { page, context } = somebody
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desk.url })
    const { ticketNumber } = await withTicket(somebody)
    const card = cardOf(page, name)
    await expect(card).toContainText(`Ticket ${ticketNumber}: Mail stands still`)
    await expect(card).toContainText(`${desk.url}/my-tickets?ticket=${ticketNumber}`)
    const image = card.getByRole('img')
    await expect(image).toHaveAttribute('src', /^data:image\/png;base64,/)

    await button(cardOf(page, 'Share'), 'Copy ticket link').click()
    await isTold(page, 'Success', 'Link copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${desk.url}/my-tickets?ticket=${ticketNumber}`,
    )

    await page.clock.install()
    await stopTime(page)
    await button(card, 'Copy link').focus()
    await page.keyboard.press('Enter')
    await isTold(page, 'Success', copied)
    const inClipboard = await page.evaluate(() => navigator.clipboard.readText())
    expect(inClipboard).toMatch(link)
    await expect(button(card, 'Copied')).toBeVisible()
    await page.clock.runFor(1900)
    await expect(button(card, 'Copied')).toBeVisible()
    await page.clock.runFor(200)
    await expect(button(card, 'Copy link')).toBeFocused()
    await page.clock.resume()

    const coming = page.waitForEvent('download')
    await button(card, 'Download').click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(file(ticketNumber))
    expect(scanned(await readFile(await download.path()))).toBe(inClipboard)
    await isTold(page, 'Success', downloaded)

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await button(card, 'Copy link').click()
    await isTold(page, 'Error', 'Failed to copy link.')
    await expect(button(card, 'Copy link')).toBeVisible()

    await page.goto('/')
    await breakCalls(page, address)
    await page.goto(`/?ticket=${ticketNumber}`)
    await expect(card.getByRole('alert')).toContainText(failed)
  })

test('the codes tell the status that a ticket has got since', async ({ person, colleague }) => {
  const somebody = await person('helpdesk', { path: null })
  const { page } = somebody
  const { id } = await withTicket(somebody)
  const cards = channels.map(({ card }) => cardOf(page, card))
  for (const card of cards) await expect(card).toContainText('Status: Open')
  await isLive(page)
  await change(colleague, id, { status: 'resolved' })
  for (const card of cards) await expect(card).toContainText('Status: Resolved')
})

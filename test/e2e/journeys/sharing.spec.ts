import { readFile } from 'node:fs/promises'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, isTold, stopTime } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'
import { channels, cardOf, withTicket } from '#test/browser/sharing-screen.ts'

function scanned(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data
}

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

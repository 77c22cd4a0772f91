import type { Page } from '@playwright/test'
import { startApp, type TestApp } from '#test/harness.ts'
import { aNumber, startSms, type SmsProvider } from '#test/services/sms.ts'
import { expect, test as base, webRoot } from './desk.ts'
import { lookAt, type Sweep } from './looks.ts'

interface Phone {
  /** The newest text to this number, without the words around it. */
  codeTo(number: string): string
}

/** The same desk with a provider of text messages. */
export const test = base.extend<object, { desk: TestApp & { url: string }; sms: SmsProvider; phone: Phone }>({
  sms: [
    async ({ browserName: _browserName }, use) => {
      const sms = await startSms()
      await use(sms)
      await sms.close()
    },
    { scope: 'worker' },
  ],
  phone: [
    ({ sms }, use) => use({ codeTo: (number) => sms.lastTo(number)?.slice(0, 6) ?? '' }),
    { scope: 'worker' },
  ],
  desk: [
    async ({ sms }, use) => {
      const desk = await startApp({ webRoot, sms: sms.account })
      await use(Object.assign(desk, { url: await desk.listen() }))
      await desk.close()
    },
    { scope: 'worker' },
  ],
})

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The own number, not verified yet, and the dialog for its code. */
export function looksOfMobileNumbers(sweep: Sweep): void {
  test('everybody can read and use the card and the dialog about their mobile number', async ({ person }) => {
    const { page } = await person('client', { path: '/profile', mobileNumber: aNumber() })
    await expect(page.getByText('Not verified')).toBeVisible()
    await lookAt(page, 'number', sweep)
    await button(page, 'Verify Number').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookAt(page, 'code of the number', sweep)
  })
}

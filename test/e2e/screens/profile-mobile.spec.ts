import type { Page } from '@playwright/test'
import { aNumber } from '#test/services/sms.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { button, field, looksOfMobileNumbers, test } from '#test/browser/mobile-desk.ts'
import { breakCalls, callsOf, isTold } from '#test/browser/steps.ts'

const texts = (page: Page) => page.getByRole('switch', { name: 'SMS notifications' })
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function isSound(page: Page) {
  expect(await violationsOf(page)).toEqual([])
  const overhang = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(overhang).toBe(0)
}

test('a person verifies their number by keyboard and switches texts on', async ({ person, phone, sms }) => {
  const number = aNumber()
  const { page, api } = await person('client', { path: '/profile' })
  await expect(texts(page)).toBeDisabled()
  await expect(page.getByText('Not verified')).toHaveCount(0)
  await field(page, 'Mobile Number (Optional)').fill(number)
  await expect(page.getByText('Save your changes, then verify the number.')).toBeVisible()
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Not verified')).toBeVisible()

  await button(page, 'Verify Number').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Verify your mobile number' })
  await expect(dialog).toContainText(number)
  await expect(field(page, 'Code')).toBeFocused()
  await expect(field(page, 'Code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field(page, 'Code')).toHaveAttribute('inputmode', 'numeric')
  await isSound(page)
  const saved = callsOf(page, 'PUT')
  await page.keyboard.type(phone.codeTo(number))
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Your mobile number is verified.')
  await expect(dialog).toBeHidden()
  expect(saved, 'the form behind the dialog is not sent').toEqual([])
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(button(page, 'Verify Number')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(texts(page), 'the next stop is what the number was verified for').toBeFocused()

  await texts(page).focus()
  await page.keyboard.press('Space')
  await expect(texts(page)).toBeChecked()
  await expect
    .poll(async () => (await api.get<{ smsNotifications: boolean }>('/api/settings')).body.smsNotifications)
    .toBe(true)
  await page.reload()
  await expect(texts(page)).toBeChecked()
  await isSound(page)
  expect(sms.sent.filter(({ to }) => to === number)).toHaveLength(1)
})

test('a wrong code is told beside it, and after too many tries another code is to be asked for', async ({
  person,
  phone,
}) => {
  const number = aNumber()
  const { page } = await person('helpdesk', { path: '/profile', mobileNumber: number })
  await button(page, 'Verify Number').click()
  const verify = page.getByRole('dialog').getByRole('button', { name: 'Verify', exact: true })
  await verify.click()
  await expect(field(page, 'Code')).toHaveAccessibleDescription('The code has 6 digits')
  const code = phone.codeTo(number)
  for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await field(page, 'Code').fill(another(code))
    await verify.click()
    await expect(field(page, 'Code')).toHaveAccessibleDescription(
      `That code is not correct. You have ${left} left.`,
    )
  }
  await expect(field(page, 'Code')).toBeFocused()
  await isSound(page)
  await field(page, 'Code').fill(another(code))
  await verify.click()
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code is no longer valid. Request a new one.',
  )
  await button(page, 'Send New Code').click()
  await isTold(page, 'Success', 'A new code is on its way.')
  await expect(field(page, 'Code')).toHaveValue('')
  await expect(field(page, 'Code')).toBeFocused()
  await field(page, 'Code').fill(phone.codeTo(number))
  await verify.click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
})

test('a code that was sent can still be typed after a look at the phone', async ({ person, phone }) => {
  const number = aNumber()
  const { page } = await person('internal', { path: '/profile', mobileNumber: number })
  await button(page, 'Verify Number').click()
  await expect(field(page, 'Code')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Enter Code')).toBeFocused()
  await page.reload()
  await button(page, 'Enter Code').click()
  await field(page, 'Code').fill(phone.codeTo(number))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
})

test('a number that is changed, here or elsewhere, is no longer verified', async ({ person, phone }) => {
  const number = aNumber()
  const { page, api } = await person('client', { path: '/profile', mobileNumber: number })
  await api.post('/api/profile/mobile-code')
  await api.post('/api/profile/mobile-proof', { code: phone.codeTo(number) })
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const { body } = await api.get('/api/auth/user')
  await api.put('/api/profile', { ...body, mobileNumber: aNumber() })
  await expect(page.getByText('Not verified')).toBeVisible()
  await expect(texts(page)).toBeDisabled()
})

test('a code that cannot be sent is reported, and so is a state that cannot be loaded', async ({
  person,
  sms,
}) => {
  const { page } = await person('client', { path: '/profile', mobileNumber: aNumber() })
  sms.answers.push(500)
  await button(page, 'Verify Number').click()
  await isTold(page, 'Error', 'The code could not be sent. Please try again in a moment.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const repair = await breakCalls(page, /\/api\/profile\/mobile$/)
  await page.reload()
  const note = page.getByRole('alert').filter({ hasText: 'The status of your number' })
  await expect(note).toBeVisible()
  await isSound(page)
  await repair()
  await note.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Not verified')).toBeVisible()
})

looksOfMobileNumbers('some')

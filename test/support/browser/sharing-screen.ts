import type { Locator, Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { type Person } from '#test/browser/desk.ts'

export interface Expected {
  card: 'WhatsApp' | 'SMS'
  address: string
  link: RegExp
  failed: string
  copied: string
  downloaded: string
  file(ticketNumber: string): string
}

export const channels: Expected[] = [
  {
    card: 'WhatsApp',
    address: '**/whatsapp-url',
    link: /^https:\/\/wa\.me\/\?text=/,
    failed: 'Failed to load QR code',
    copied: 'WhatsApp link copied to clipboard!',
    downloaded: 'QR code downloaded successfully!',
    file: (ticketNumber) => `ticket-${ticketNumber}-qr.png`,
  },
  {
    card: 'SMS',
    address: '**/sms-url',
    link: /^sms:\?body=/,
    failed: 'Failed to load SMS QR code',
    copied: 'SMS link copied to clipboard!',
    downloaded: 'SMS QR code downloaded successfully!',
    file: (ticketNumber) => `ticket-${ticketNumber}-sms-qr.png`,
  },
]

export const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

export async function withTicket({ api, page }: Person) {
  const ticket = await aTicket(api, { subject: 'Mail stands still' })
  await page.goto(`/?ticket=${ticket.id}`)
  return ticket
}

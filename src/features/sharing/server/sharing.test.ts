import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#platform/contract/limits.ts'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let client: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  client = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

interface Shared {
  qrCodeDataUrl: string
  message: string
  whatsappUrl: string
  smsUrl: string
}

const share = async (by: Caller, id: string, channel: 'whatsapp' | 'sms', headers?: Record<string, string>) =>
  by.get<Shared>(`/api/tickets/${id}/${channel}-url`, headers)

/** Reads the picture as a phone does. */
function scanned(dataUrl: string): string | undefined {
  const [kind, data = ''] = dataUrl.split(',')
  expect(kind).toBe('data:image/png;base64')
  const { data: pixels, width, height } = PNG.sync.read(Buffer.from(data, 'base64'))
  return jsqr.default(new Uint8ClampedArray(pixels), width, height)?.data
}

const textOf = (url: string) => decodeURIComponent(url.split(/\?(?:text|body)=/)[1] ?? '')

test('a person who scans the codes of a ticket gets a message with its number, subject, status and address', async () => {
  const { ticketNumber } = await aTicket(client, { subject: 'Mail & "more" – 100%' })
  const message = `Ticket ${ticketNumber}: Mail & "more" – 100%\nStatus: Open\nhttp://desk.test:3000/my-tickets?ticket=${ticketNumber}`
  const whatsapp = await share(client, ticketNumber, 'whatsapp', { host: 'desk.test:3000' })
  expect(Object.keys(whatsapp.body).sort()).toEqual(['message', 'qrCodeDataUrl', 'whatsappUrl'])
  expect(whatsapp.body.message).toBe(message)
  expect(whatsapp.body.whatsappUrl).toBe(`https://wa.me/?text=${encodeURIComponent(message)}`)
  expect(scanned(whatsapp.body.qrCodeDataUrl)).toBe(whatsapp.body.whatsappUrl)

  const sms = await share(client, ticketNumber, 'sms', { host: 'desk.test:3000' })
  expect(Object.keys(sms.body).sort()).toEqual(['message', 'qrCodeDataUrl', 'smsUrl'])
  expect(sms.body.message).toBe(message)
  expect(sms.body.smsUrl).toBe(`sms:?body=${encodeURIComponent(message)}`)
  expect(scanned(sms.body.qrCodeDataUrl)).toBe(sms.body.smsUrl)
})

test('the message tells the status as it is now, whether the ticket is named by number or id', async () => {
  const { id, ticketNumber } = await aTicket(client)
  await change(helpdesk, id, { status: 'progress' })
  for (const name of [id, ticketNumber, ticketNumber.toLowerCase()]) {
    const { body } = await share(helpdesk, name, 'sms')
    expect(body.message).toContain(`Ticket ${ticketNumber}: `)
    expect(body.message).toContain('\nStatus: In Progress\n')
  }
})

test.each([
  ['long words', 'Donaudampfschifffahrt '.repeat(20).slice(0, limits.subject)],
  ['another script', 'Не работает почта '.repeat(20).slice(0, limits.subject)],
  ['families', '👨‍👩‍👧‍👦'.repeat(30)],
  ['what links escape', '&?#%+ "'.repeat(60).slice(0, limits.subject)],
])('a code stays readable with a subject of %s, which is cut between two letters', async (_, subject) => {
  const ticket = await aTicket(client, { subject })
  for (const by of ['whatsapp', 'sms'] as const) {
    const { body } = await share(client, ticket.ticketNumber, by)
    const url = by === 'sms' ? body.smsUrl : body.whatsappUrl
    expect(scanned(body.qrCodeDataUrl)).toBe(url)
    expect(url.length).toBeLessThan(400)
    expect(textOf(url)).toBe(body.message)
    const shown = /^Ticket \S+: (.*)…$/m.exec(body.message)?.[1] ?? ''
    expect(shown.length).toBeGreaterThan(10)
    expect(ticket.subject.startsWith(shown)).toBe(true)
    expect(shown.isWellFormed()).toBe(true)
  }
})

test('a ticket can be shared by people who may see it, and does not exist for others', async () => {
  const { ticketNumber, id } = await aTicket(helpdesk)
  for (const name of [ticketNumber, id, 'TKT-999999', 'nonsense'])
    for (const by of ['whatsapp', 'sms'] as const) {
      const { status, body } = await share(client, name, by)
      expect([name, status, body]).toEqual([name, 404, { message: 'Not found' }])
    }
  expect((await share(desk.nobody, ticketNumber, 'sms')).status).toBe(401)
})

test('a company with numbers and a public address finds both in its links', async () => {
  const other = await startApp({
    settings: {
      PUBLIC_URL: 'https://desk.example.com/help',
      WHATSAPP_NUMBER: '+491701234567',
      SMS_NUMBER: '+15550100',
    },
  })
  const by = await other.signedIn('client')
  const { ticketNumber } = await aTicket(by)
  const whatsapp = await share(by, ticketNumber, 'whatsapp')
  expect(whatsapp.body.whatsappUrl).toMatch(/^https:\/\/wa\.me\/491701234567\?text=/)
  expect(whatsapp.body.message).toContain(`https://desk.example.com/help/my-tickets?ticket=${ticketNumber}`)
  const sms = await share(by, ticketNumber, 'sms')
  expect(sms.body.smsUrl).toMatch(/^sms:\+15550100\?body=/)
  await other.close()
})

test('a person is asked to wait after a hundred and twenty new codes in a minute, and sees known ones', async () => {
  const { ticketNumber } = await aTicket(client)
  const busy = await desk.signedIn('helpdesk')
  const at = (by: Caller, host: number) => share(by, ticketNumber, 'sms', { host: `desk-${host}.test` })
  const statuses = new Set<number>()
  for (let host = 0; host < 120; host++) statuses.add((await at(busy, host)).status)
  expect([...statuses]).toEqual([200])
  const { status, body, headers } = await at(busy, 120)
  expect([status, body.message, Number(headers['retry-after']) > 0]).toEqual([
    429,
    'Too many QR codes in a short time. Please wait a moment.',
    true,
  ])
  expect((await at(busy, 119)).status).toBe(200)
  expect((await at(client, 120)).status).toBe(200)
})

test('a host name that is too long for a picture is refused', async () => {
  const { ticketNumber } = await aTicket(client)
  const { status, body } = await share(client, ticketNumber, 'sms', { host: 'a'.repeat(3000) })
  expect([status, body['message' as keyof Shared]]).toEqual([400, 'Host must have at most 255 characters'])
})

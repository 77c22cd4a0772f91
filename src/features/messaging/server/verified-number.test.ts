import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, assign, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { startSms, type SmsProvider } from '#test/services/sms.ts'
import { startWhatsApp, type WhatsAppProvider } from '#test/services/whatsapp.ts'
import { aNumber, whatsAppTalk, type WhatsAppTalk } from '#test/whatsapp-talk.ts'

let desk: TestApp
let helpdesk: Caller
let sms: SmsProvider
let provider: WhatsAppProvider
let talk: WhatsAppTalk
beforeAll(async () => {
  sms = await startSms()
  provider = await startWhatsApp()
  desk = await startApp({ sms: sms.account, whatsApp: provider.account })
  talk = whatsAppTalk(desk, provider)
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(async () => {
  await desk.close()
  await provider.close()
  await sms.close()
})

const ticketOf = (number: string) => helpdesk.get<TicketDetail>(`/api/tickets/${number}`)

async function prove(who: Caller, number: string): Promise<void> {
  await who.post('/api/profile/mobile-code')
  const code = sms.lastTo(number)?.slice(0, 6)
  expect((await who.post('/api/profile/mobile-proof', { code })).status).toBe(200)
}
const someone = async (from: string, companyName = '') =>
  desk.signedIn('client', { mobileNumber: `+${from}`, firstName: 'Ana', lastName: 'Berg', companyName })

test('a person with a verified number files a ticket of their own, for their own company', async () => {
  const from = aNumber()
  const root = await desk.signedIn('super_user')
  const ana = await someone(from, 'Berg & Sons')
  const boss = await desk.signedIn('client')
  const acme = await aClient(root, { name: `Acme ${from}` })
  await assign(root, acme.id, ana.id, 'employee')
  await assign(root, acme.id, boss.id, 'admin')
  await prove(ana, `+${from}`)
  const number = await talk.dictate(from, 'Mine')
  const { body } = await ana.get<TicketDetail>(`/api/tickets/${number}`)
  expect(body).toMatchObject({
    createdById: ana.id,
    clientId: acme.id,
    customerName: 'Berg & Sons',
    source: 'whatsapp',
    description: 'It has been so since Monday.\n\nSent through WhatsApp.',
  })
  expect((await boss.get(`/api/tickets/${number}`)).status).toBe(200)
  await talk.say(from, 'It smokes now.')
  const after = await ana.get<TicketDetail>(`/api/tickets/${number}`)
  expect(after.body.comments).toMatchObject([{ content: 'It smokes now.', user: { id: ana.id } }])

  await root.put('/api/desk-settings', { reopenClosedDays: 0 })
  await change(helpdesk, body.id, { status: 'closed' })
  const reply = await talk.say(from, 'It burns.')
  await root.put('/api/desk-settings', { reopenClosedDays: 14 })
  const next = /TKT-\d+(?=, which continues it)/.exec(reply)?.[0]
  expect((await boss.get<TicketDetail>(`/api/tickets/${next}`)).body).toMatchObject({
    createdById: ana.id,
    clientId: acme.id,
    description: 'It burns.\n\nSent through WhatsApp.',
    continues: { ticketNumber: number },
  })
})

test('a person with a newly verified number goes on with the ticket that the channel filed for it', async () => {
  const from = aNumber()
  const ana = await someone(from)
  const number = await talk.dictate(from, 'Before')
  await prove(ana, `+${from}`)
  expect(await talk.say(from, 'It smokes now.')).toContain(`Added to ${number}`)
  expect((await ana.get(`/api/tickets/${number}`)).status).toBe(404)
})

test.each([
  ['Brazil', '5531996883193', '553196883193'],
  ['Mexico', '525512345678', '5215512345678'],
])('a verified number of %s is known by the way in which WhatsApp writes it', async (_, proved, from) => {
  const ana = await someone(proved)
  await prove(ana, `+${proved}`)
  const number = await talk.dictate(from, 'Mine')
  expect((await ana.get<TicketDetail>(`/api/tickets/${number}`)).body.createdById).toBe(ana.id)
})

test('a number that was typed and not verified is nobody’s to the channel', async () => {
  const from = aNumber()
  await someone(from)
  const number = await talk.dictate(from, 'Whose')
  expect((await ticketOf(number)).body.createdBy.firstName).toBe('WhatsApp')
})

test('a new owner of a number begins anew, whatever the former owner was about to send from it', async () => {
  const from = aNumber()
  const [ana, ben] = [await someone(from), await someone(from)]
  await prove(ana, `+${from}`)
  await talk.say(from, 'Hello')
  await talk.say(from, 'What only Ana may know')
  await prove(ben, `+${from}`)
  const { body } = await ben.get<TicketDetail>(`/api/tickets/${await talk.dictate(from, 'Mine')}`)
  expect(body).toMatchObject({ subject: 'Mine', createdById: ben.id })
})

test.each(['is deactivated', 'has another number now'])(
  'the number of %s is nobody’s to the channel, and their ticket is closed to it',
  async (what) => {
    const from = aNumber()
    const ana = await someone(from)
    await prove(ana, `+${from}`)
    await talk.dictate(from, 'Mine')
    const { body } = await ana.get('/api/auth/user')
    if (what === 'is deactivated')
      await (await desk.signedIn('super_user')).post(`/api/users/${ana.id}/disable`)
    else await ana.put('/api/profile', { ...body, mobileNumber: '+4930999999' })
    expect(await talk.say(from, 'Hello?')).toContain('subject')
    await talk.say(from, 'cancel')
    const { createdBy, client } = (await ticketOf(await talk.dictate(from, 'Whose'))).body
    expect([createdBy.firstName, client.name]).toEqual(['WhatsApp', 'WhatsApp'])
  },
)

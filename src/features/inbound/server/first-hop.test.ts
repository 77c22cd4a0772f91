import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Letter } from '#test/incoming-mail.ts'
import { answerAddress, detailOf, openMailDesk, writers, type MailDesk } from '#test/mail-desk.ts'
import { startDns, type DnsServer } from '#test/services/dns.ts'

let scene: MailDesk
let dns: DnsServer
const key = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const dkim = { domainName: 'meridian.test', keySelector: 'a', privateKey: key.privateKey }

beforeAll(async () => {
  dns = await startDns()
  for (const [name, text] of [
    ['meridian.test', 'v=spf1 ip4:192.0.2.1 -all'],
    ['_dmarc.meridian.test', 'v=DMARC1; p=reject'],
    ['a._domainkey.meridian.test', `v=DKIM1; k=rsa; p=${key.publicKey.toString('base64')}`],
    ['staff.test', 'v=spf1 ip4:127.0.0.1 -all'],
    ['_dmarc.staff.test', 'v=DMARC1; p=none'],
    ['nowhere.test', 'v=spf1 ip4:127.0.0.1 -all'],
  ] as const)
    dns.texts.set(name, text)
  scene = await openMailDesk({ isFirstHop: true, dnsServers: [dns.address] })
})
beforeEach(() => scene.forgetMails())
afterAll(async () => {
  await scene.desk.close()
  dns.close()
})

const forged = { state: 'tray', reason: 'dmarc-failed', ticket: null }
const deliver = (letter: Letter) => scene.post.deliver({ from: writers.ana, ...letter })

test('a mail from a host that the domain does not name is forged, unless it carries its signature', async () => {
  expect(await deliver({})).toMatchObject(forged)
  expect(await deliver({ dkim })).toMatchObject({ outcome: 'ticket', reason: 'new' })
})

test('a signature counts for its own words and its own domain', async () => {
  const another = { ...dkim, privateKey: generateKey() }
  expect(await deliver({ dkim: another })).toMatchObject(forged)
  // The host is right for the envelope, but that is another domain than the one in From.
  expect(await deliver({ sender: 'sam@nowhere.test' })).toMatchObject(forged)
})

test('a domain without a rule is believed, as without a check', async () => {
  expect(await deliver({ from: writers.cleo })).toMatchObject({ outcome: 'ticket' })
})

test('staff whose domain names the host write on a ticket; a header of the sender changes nothing', async () => {
  const settings = { formSenders: [], authenticationServer: 'mx.desk.test', products: [] }
  await scene.root.put('/api/admin/inbound-settings', settings)
  const mail = await deliver({ dkim })
  const id = mail.ticket?.id ?? ''
  const toTicket = { recipients: [answerAddress(id)] }
  expect(await deliver({ ...toTicket, from: writers.eve })).toMatchObject({ outcome: 'comment' })
  expect((await detailOf(scene.ana, id)).comments).toMatchObject([{ user: { id: scene.eve.id } }])
  dns.texts.delete('_dmarc.staff.test')
  const says = { 'Authentication-Results': 'mx.desk.test; dmarc=pass header.from=staff.test' }
  expect(await deliver({ ...toTicket, from: writers.eve, headers: says })).toMatchObject({
    reason: 'staff-unproved',
  })
  await scene.root.put('/api/admin/inbound-settings', { ...settings, authenticationServer: null })
})

function generateKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
}

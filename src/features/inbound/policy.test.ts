import { expect, test } from 'vitest'
import { tokensIn } from '#features/mail-threads/server/public/reply-address.ts'
import {
  topicOf,
  decide,
  findSender,
  isThanks,
  mayWrite,
  noneRecent,
  namesCase,
  numbersIn,
  type Author,
  type FoundTicket,
  type Known,
} from './policy.ts'

const client = { id: 'c1', name: 'Meridian' }
const author = (some: Partial<Author> = {}): Author => ({
  id: 'u1',
  role: 'client',
  clientIds: ['c1'],
  managedClientIds: [],
  isActive: true,
  isBelieved: true,
  clients: [client],
  mailClientId: null,
  ...some,
})
const ticket = (some: Partial<FoundTicket> = {}): FoundTicket => ({
  id: 't1',
  clientId: 'c1',
  createdById: 'u1',
  filedForClient: true,
  participantIds: [],
  way: 'token',
  isInternal: false,
  ...some,
})
const known = (some: Partial<Known> = {}): Known => ({
  sender: { name: 'Ana', address: 'ana@meridian.test' },
  isBlocked: false,
  copyOf: undefined,
  dmarc: null,
  isAnswer: false,
  isQuick: false,
  author: author(),
  domainClient: undefined,
  ticket: undefined,
  supplierTicketId: undefined,
  automatic: null,
  isOfForm: false,
  isVouched: false,
  forwarded: undefined,
  recent: noneRecent,
  ...some,
})

test('thanks that ask for nothing are told from words that do', () => {
  for (const text of [
    'Danke!',
    'Thank you so much.',
    'Hi Eve,\nthanks a lot!\nAna',
    'Vielen Dank',
    'ok, thx',
    'Great, thanks!',
  ])
    expect([text, isThanks(text)]).toEqual([text, true])
  for (const text of [
    'Thanks, but it still fails.',
    'Thanks. Can you close it?',
    'No thanks',
    '',
    'Thank you for nothing, it burns',
  ])
    expect([text, isThanks(text)]).toEqual([text, false])
})

test('a subject is bare without the marks of replies in many languages, and without numbers', () => {
  for (const subject of [
    'Re: AW: Lift',
    'RE[2]: Lift',
    'Fwd: WG: Lift',
    '[TKT-000012] Lift',
    'Odp: Re: TKT-000012: Lift',
    ' Lift ',
  ])
    expect([subject, topicOf(subject)]).toEqual([subject, 'Lift'])
})

test('tokens and numbers are found within words, bounded and once', () => {
  const token = `1${'a'.repeat(42)}`
  expect(tokensIn(`write to support+${token.toUpperCase()}@desk.test or support+${token}@desk.test`)).toEqual(
    [token],
  )
  expect(tokensIn(`+${token}a@desk.test +${token}`)).toEqual([])
  expect(numbersIn('Re: tkt-000012, TKT-000012 and TKT-12')).toEqual(['TKT-000012'])
})

test('a sender who cannot be read is nobody', () => {
  const places = { isOwn: () => false, formSenders: [] }
  const written = { from: null, replyTo: [], headers: new Map<string, string[]>() }
  expect(findSender({ ...written, fromText: '<Ana>' }, places)).toEqual({ reason: 'no-sender' })
  expect(findSender({ ...written, fromText: 'Ana ana@meridian.test' }, places)).toEqual({
    reason: 'sender-unreadable',
  })
})

test('a colleague writes on a thread that they have, not on a number, and not elsewhere', () => {
  const colleague = author({ id: 'u2' })
  expect(mayWrite(colleague, ticket())).toBe(true)
  expect(mayWrite(colleague, ticket({ way: 'number' }))).toBe(false)
  expect(mayWrite(colleague, ticket({ filedForClient: false }))).toBe(false)
  expect(mayWrite(author({ id: 'u3', clients: [], clientIds: [] }), ticket())).toBe(false)
  expect(mayWrite(author(), ticket({ isInternal: true }))).toBe(false)
  expect(mayWrite(author({ role: 'helpdesk' }), ticket({ isInternal: true }))).toBe(true)
})

test('a block comes first, then machines, then forgeries, then the person', () => {
  const automatic = { kind: 'auto-reply', isGuess: false } as const
  expect(decide(known({ isBlocked: true, automatic }))).toEqual({ kind: 'drop' })
  expect(decide(known({ automatic, ticket: ticket() }))).toMatchObject({ kind: 'event' })
  expect(decide(known({ automatic }))).toMatchObject({ kind: 'nothing' })
  expect(decide(known({ automatic: { kind: 'list', isGuess: false } }))).toMatchObject({
    kind: 'tray',
    reason: 'automatic',
  })
  expect(decide(known({ automatic: { kind: 'out-of-office', isGuess: true } }))).toMatchObject({
    kind: 'ticket',
  })
  expect(decide(known({ dmarc: 'fail', ticket: ticket() }))).toMatchObject({ reason: 'dmarc-failed' })
  expect(decide(known({ author: author({ isActive: false }) }))).toMatchObject({ reason: 'inactive-sender' })
  expect(decide(known({ author: author({ isBelieved: false }) }))).toMatchObject({
    reason: 'unproved-sender',
  })
  expect(decide(known({ author: undefined, domainClient: client }))).toMatchObject({ kind: 'make-person' })
})

test('staff write on a ticket only with a proof that it is they', () => {
  const eve = author({ id: 'u9', role: 'helpdesk', clients: [], clientIds: [] })
  const by = { author: eve, ticket: ticket() }
  expect(decide(known(by))).toMatchObject({ kind: 'tray', reason: 'staff-unproved' })
  expect(decide(known({ ...by, dmarc: 'pass' }))).toMatchObject({ kind: 'comment' })
  expect(decide(known({ ...by, isAnswer: true }))).toMatchObject({ kind: 'comment' })
  expect(decide(known({ ...by, isAnswer: true, dmarc: 'fail' }))).toMatchObject({ reason: 'dmarc-failed' })
})

test('too many of one sender, of strangers and of colleagues are held back, and of one subject wait', () => {
  const on = { ticket: ticket() }
  expect(decide(known({ ...on, recent: { ...noneRecent, onTicket: 10 } }))).toMatchObject({ kind: 'held' })
  expect(
    decide(known({ ...on, author: undefined, recent: { ...noneRecent, strangersInMinute: 1 } })),
  ).toMatchObject({ kind: 'held' })
  expect(decide(known({ ...on, author: undefined, recent: noneRecent }))).toMatchObject({ kind: 'tray' })
  expect(
    decide(known({ ...on, author: author({ id: 'u2' }), recent: { ...noneRecent, byOthers: 5 } })),
  ).toMatchObject({ kind: 'held' })
  expect(decide(known({ ...on, recent: { ...noneRecent, byOthers: 5 } }))).toMatchObject({ kind: 'comment' })
  expect(decide(known({ recent: { ...noneRecent, sameSubject: 10 } }))).toMatchObject({ reason: 'too-many' })
  const passedOn = (count: number) => ({ ...on, recent: { ...noneRecent, passedOn: count } })
  expect(decide(known(passedOn(7)))).toMatchObject({ kind: 'comment' })
  expect(decide(known(passedOn(8)))).toMatchObject({ kind: 'held' })
  expect(decide(known({ ...passedOn(1), isQuick: true }))).toMatchObject({ kind: 'comment' })
  expect(decide(known({ ...passedOn(2), isQuick: true }))).toMatchObject({ kind: 'held' })
  const newcomer = { ...on, author: undefined, domainClient: client }
  expect(decide(known({ ...newcomer, recent: { ...noneRecent, newcomers: 2 } }))).toMatchObject({
    kind: 'make-person',
  })
  expect(decide(known({ ...newcomer, recent: { ...noneRecent, newcomers: 3 } }))).toMatchObject({
    reason: 'too-many',
  })
  const automatic = { kind: 'auto-reply', isGuess: false } as const
  expect(decide(known({ ...on, automatic, recent: { ...noneRecent, automatic: 4 } }))).toMatchObject({
    kind: 'held',
  })
})

test('the number of a case counts as a word of its own', () => {
  for (const subject of ['Case 4711', 'Re: [4711] Pump', '#4711: pump', '4711'])
    expect([subject, namesCase(subject, '4711')]).toEqual([subject, true])
  for (const subject of ['Case 47110', 'Case 14711', 'A4711', ''])
    expect([subject, namesCase(subject, '4711')]).toEqual([subject, false])
  expect(namesCase('Re: rma-12/B', 'RMA-12/b')).toBe(true)
})

test('a supplier’s mail is the ticket’s, also an automatic one, unless it is forged, blocked or of staff', () => {
  const ofSupplier = known({ author: undefined, supplierTicketId: 't1' })
  const kindOf = (some: Partial<Known>) => decide({ ...ofSupplier, ...some }).kind
  expect(kindOf({})).toBe('supplier')
  expect(kindOf({ automatic: { kind: 'auto-reply', isGuess: false } })).toBe('supplier')
  expect(kindOf({ author: author() })).toBe('supplier')
  expect(kindOf({ recent: { ...noneRecent, asSupplier: 10 } })).toBe('held')
  expect(kindOf({ dmarc: 'fail' })).toBe('tray')
  expect(kindOf({ isBlocked: true })).toBe('drop')
  expect(kindOf({ author: author({ role: 'helpdesk' }), ticket: ticket(), dmarc: 'pass' })).toBe('comment')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Participant } from '#features/participants/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { openCorpusDesk, type CorpusDesk } from '#test/corpus-desk.ts'
import { deskAddress, secondAddress } from '#test/incoming-mail.ts'
import { corpusIds, corpusResult } from '#test/mail-corpus.ts'
import { untilMailed } from '#test/mails.ts'
import type { InboundMailDetail, MailReason, MailState, TicketMails } from '#features/inbound/contract.ts'

/** Result of a mail: its state, the reason, and the author. */
interface Outcome {
  becomes: NonNullable<InboundMailDetail['outcome']> | MailState
  reason: MailReason | null
  /** Address of the author. */
  by?: string | undefined
  /** Client of a new ticket. */
  of?: string | null
  /** It stands on the ticket that it names; null: on none. */
  isOnItsTicket: boolean | null
}

const ticket = (by: string, of: string, reason: MailReason = 'new'): Outcome => ({
  becomes: 'ticket',
  reason,
  by,
  of,
  isOnItsTicket: false,
})
const comment = (by: string, reason: MailReason = 'in-reply-to'): Outcome => ({
  becomes: 'comment',
  reason,
  by,
  isOnItsTicket: true,
})
const tray = (reason: MailReason): Outcome => ({ becomes: 'tray', reason, isOnItsTicket: null })
const event: Outcome = { becomes: 'event', reason: 'automatic', isOnItsTicket: true }

const ana = 'ana@meridian.example'
const ben = 'ben@meridian.example'
const meridian = ticket(ana, 'Meridian')

const outcomes: Record<string, Outcome> = {
  D01: ticket('aiko@example.org', 'Orion'),
  D02: meridian,
  D03: ticket('petr@example.org', 'Orion'),
  D04: ticket('konto@bank.example', 'Orion'),
  D05: ticket('fay@example.org', 'Orion'),
  D06: tray('no-sender'),
  D07: meridian,
  D08: tray('sender-unreadable'),
  D09: meridian,
  D10: meridian,
  D11: meridian,
  D12: meridian,
  D13: meridian,
  D14: meridian,
  D15: meridian,
  D16: meridian,
  D17: meridian,
  D18: meridian,
  D19: comment(ana),
  D20: comment(ana),
  D21: comment(ana),
  D22: comment(ana),
  D23: meridian,
  D24: meridian,
  D25: ticket('news@shop.example', 'Orion'),
  D26: meridian,
  D27: tray('no-sender'),
  D28: tray('own-address'),
  D29: tray('unknown-sender'),
  D30: meridian,
  D31: ticket('eve@desk.test', 'Meridian', 'forwarded'),
  D32: meridian,
  D33: tray('several-clients'),
  D34: ticket('new.person@meridian.example', 'Meridian'),
  D35: comment(ana),
  D36: comment(ana, 'references'),
  D37: comment(ben),
  D38: comment(ana, 'quoted-token'),
  D39: ticket('cleo@tallow.example', 'Tallow'),
  D40: comment(ana),
  D41: comment(ana),
  D42: ticket(ana, 'Meridian', 'follow-up'),
  D43: meridian,
  D44: meridian,
  D45: comment(ana),
  D46: event,
  D47: tray('unknown-sender'),
  D48: event,
  D49: event,
  D50: tray('own-address'),
  D51: event,
  D52: comment(ana),
  D53: comment(ana),
  D54: comment(ana),
  D55: comment(ana),
}

/** Clean text: NFC, no control characters. */
const isClean = (text: string) => text === text.normalize('NFC') && !/[^\P{Cc}\t\n]/u.test(text)
/** Line of the log about a mail. */
const Line = z.object({ id: z.uuid(), mailbox: z.literal(deskAddress), outcome: z.string() })
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []

/**
 * Every kind of mail becomes what the corpus says, and nothing of it is lost.
 * @param imap path of Dovecot, from whose mailboxes the mails are read; without it they come by SMTP
 */
export function bringsCorpus(imap?: string): void {
  let scene: CorpusDesk
  let byKind: Map<string, InboundMailDetail>
  let before: Awaited<ReturnType<CorpusDesk['countAll']>>

  beforeAll(async () => {
    scene = await openCorpusDesk(imap)
    for (const raw of [...scene.raws, ...scene.loop]) await scene.bring(raw)
    const found = await scene.settled(scene.raws.length + scene.loop.length)
    const details = await Promise.all(found.map(({ id }) => scene.detail(id)))
    byKind = new Map(
      scene.mails.flatMap(({ kind, messageId }) => {
        const mail = details.find((one) => one.messageId === messageId)
        return mail ? [[kind, mail] as const] : []
      }),
    )
  }, 180_000)
  afterAll(() => scene.close())

  const mailOf = (kind: string) => {
    const mail = byKind.get(kind)
    if (!mail) throw new Error(`${kind} did not arrive`)
    return mail
  }
  const ticketOf = async ({ ticket: found }: Pick<InboundMailDetail, 'ticket'>) =>
    (await scene.eve.get<TicketDetail>(`/api/tickets/${found?.id}`)).body
  /** The ticket that shows a mail; nothing where none does. */
  const shownOf = async (mail: InboundMailDetail): Promise<Partial<TicketDetail>> =>
    mail.outcome === 'ticket' || mail.outcome === 'comment' ? ticketOf(mail) : {}
  const emailOf = async (id: string) => {
    const { rows } = await scene.desk.database.pool.query<{ email: string }>(
      'select email from users where id = $1',
      [id],
    )
    return rows[0]?.email
  }
  const linesOf = async (ticketId: string) =>
    (await scene.eve.get<HistoryEntry[]>(`/api/tickets/${ticketId}/history`)).body.filter(
      ({ what }) => what === 'mail',
    )

  async function outcomeOf(kind: string): Promise<Outcome> {
    const mail = mailOf(kind)
    const isOnItsTicket = mail.ticket && mail.ticket.id === scene.ofKind(kind).ticketId
    const outcome = { becomes: mail.outcome ?? mail.state, reason: mail.reason, isOnItsTicket }
    if (mail.outcome !== 'ticket' && mail.outcome !== 'comment') return outcome
    const found = await ticketOf(mail)
    if (mail.outcome === 'ticket')
      return { ...outcome, by: await emailOf(found.createdById), of: found.customerName }
    const said = found.comments.filter(({ id, isInternal }) => id === mail.commentId && !isInternal)
    return { ...outcome, by: await emailOf(said[0]?.user.id ?? '') }
  }

  test.each(corpusIds.map((id) => [id, corpusResult(id).title]))(
    '%s becomes what it is: %s',
    async (kind) => {
      expect(await outcomeOf(kind)).toEqual(outcomes[kind])
    },
  )

  test('rule 1: every source is kept byte for byte', async () => {
    const lost: string[] = []
    for (const { kind, raw } of scene.mails) {
      const { body } = await scene.eve.get<string>(`/api/inbound/${mailOf(kind).id}/source`)
      const sent = raw.toString('utf8').replaceAll(/\r?\n/g, '\n').trimEnd()
      if (body.replaceAll('\r\n', '\n').trimEnd() !== sent) lost.push(kind)
    }
    expect(lost).toEqual([])
  })

  test('rule 3: nobody is mailed who was not on the ticket, and no machine', async () => {
    await untilMailed(scene.desk)
    const { rows: people } = await scene.desk.database.pool.query<{ email: string }>(
      "select email from users where role <> 'client'",
    )
    const authors = Object.values(outcomes).flatMap(({ becomes, by }) => (becomes === 'ticket' && by) || [])
    const known = new Set([ana, ...authors, ...people.map(({ email }) => email)])
    const told = new Set(scene.smtp.received.flatMap(({ to }) => to))
    expect([...told].filter((address) => !known.has(address))).toEqual([])
  })

  test('rule 4: no HTML of a mail runs or loads, and no name is a path', async () => {
    const dangerous =
      /<script|<form|<iframe|\bon(?:error|load|click)\s*=|\]\(\s*(?:javascript|data):|!\[[^\]]*\]\((?!\/api\/attachments\/|cid:)/i
    const found: unknown[] = []
    for (const kind of corpusIds) {
      const mail = mailOf(kind)
      const { description = '', comments = [], attachments = [] } = await shownOf(mail)
      for (const text of [mail.text, description, ...comments.map(({ content }) => content)])
        if (dangerous.test(text)) found.push([kind, text])
      for (const { fileName } of attachments) if (/[/\\]|^\.+$/.test(fileName)) found.push([kind, fileName])
    }
    expect(found).toEqual([])
  })

  test('rule 5: texts are clean Unicode, and what could not be decoded is marked', () => {
    const unclean: unknown[] = []
    for (const kind of corpusIds) {
      const { subject, text, from, to, files, folded, marks } = mailOf(kind)
      const names = [...(from ? [from] : []), ...to, ...files].map(({ name }) => name)
      const all = [subject, text, ...names, ...folded.map((one) => one.text)]
      const isMarked = marks.includes('undecodable')
      for (const one of all)
        if (!isClean(one) || (one.includes('\uFFFD') && !isMarked)) unclean.push([kind, one])
    }
    expect(unclean).toEqual([])
  })

  /** Lists the words and the files of a kind, none of which may get lost. */
  const wholeOf = (kind: string) => {
    const { mail } = corpusResult(kind)
    const {
      text = '',
      folded = [],
      files = [],
    } = mail as {
      text?: string
      folded?: { text: string }[]
      files?: { name: string }[]
    }
    const all = [text, ...folded.map((one) => one.text)].join('\n')
    // The signed address is another here, and Content-IDs stand where the addresses of stored pictures are.
    const words = wordsOf(all.replaceAll(/\(cid:[^)]*\)|support\+1abc\w+/g, ''))
    return { words, names: files.map(({ name }) => name) }
  }

  test('rule 6: what is shown, what is folded and the files are the whole mail', async () => {
    const lost: unknown[] = []
    for (const kind of corpusIds) {
      const mail = mailOf(kind)
      const { description = mail.text, comments = [], attachments = [], id } = await shownOf(mail)
      const said = comments.find((one) => one.id === mail.commentId)?.content ?? description
      // The end of a long text stands in its file alone.
      if (kind === 'D23') continue
      const shown = new Set([said, ...mail.folded.map(({ text }) => text)].flatMap(wordsOf))
      const { body } = await scene.eve.get<Partial<TicketMails>>(`/api/tickets/${id}/received-mails`)
      const { leftOut = [] } = body.mails?.find(({ inboundId }) => inboundId === mail.id) ?? {}
      const kept = id === undefined ? mail.files.map(({ name }) => name) : leftOut
      const names = new Set([...kept, ...attachments.map(({ fileName }) => fileName)])
      const whole = wholeOf(kind)
      lost.push(...whole.words.filter((word) => !shown.has(word)).map((word) => [kind, word]))
      lost.push(...whole.names.filter((name) => !names.has(name)).map((name) => [kind, name]))
    }
    expect(lost).toEqual([])
  })

  test('rule 8: the log has a line with id, mailbox, outcome and reason, and no words of people', () => {
    const understood = scene.lines.filter((line) => line.includes('a mail was understood'))
    const told = understood.map((line) => Line.parse(JSON.parse(line)))
    expect(new Set(told.map(({ id }) => id)).size).toBe(scene.raws.length + scene.loop.length)
    const all = scene.lines.join('\n')
    const words = corpusIds.flatMap((kind) => {
      const { subject, from, text } = mailOf(kind)
      return [from?.address ?? '', text.split('\n')[0] ?? '', subject]
    })
    expect(words.filter((word) => word.length > 9 && word !== deskAddress && all.includes(word))).toEqual([])
  })

  test('D18: an invitation is told in words', async () => {
    const { description } = await ticketOf(mailOf('D18'))
    expect(description).toMatch(/Review of the contract/)
    expect(description).toMatch(/\d{4}/)
  })

  test('D22: the picture stands in its place, and the PDF among the files', async () => {
    const found = await ticketOf(mailOf('D22'))
    const picture = found.attachments.find(({ fileName }) => fileName === 'shot.png')
    expect(found.comments[0]?.content).toContain(`/api/attachments/${picture?.id}?inline=true`)
    expect(found.attachments.map(({ fileName }) => fileName)).toContain('log.pdf')
  })

  test('D23: a long text is shown to its limit, and is a file as a whole', async () => {
    const { description, attachments } = await ticketOf(mailOf('D23'))
    expect(description).toMatch(/^The report begins here/)
    expect(description.length).toBeLessThan(100_000)
    expect(attachments.reduce((sum, { fileSize }) => sum + fileSize, 0)).toBeGreaterThan(6_000_000)
  })

  test('D31: the inner sender of a forwarded mail is proposed', () => {
    expect(mailOf('D31')).toMatchObject({
      reason: 'forwarded',
      suggestion: { person: { id: scene.ana.id }, sender: { address: ana } },
    })
  })

  test('D32 and D43: neither a supplier nor an address of the desk becomes a person', async () => {
    const { body } = await scene.root.get<object[]>('/api/users?search=supplier.example')
    expect(body).toEqual([])
    expect((await scene.root.get<object[]>(`/api/users?search=${secondAddress}`)).body).toEqual([])
  })

  test('D37: a colleague who answers is a participant to be confirmed', async () => {
    const { ticketId } = scene.ofKind('D37')
    const { body } = await scene.eve.get<Participant[]>(`/api/tickets/${ticketId}/participants`)
    expect(body).toMatchObject([{ person: null, address: ben }])
  })

  test('D39: staff see the ticket that is mentioned, and neither client learns of it', async () => {
    const { ticketId } = scene.ofKind('D39')
    expect(mailOf('D39').suggestion?.ticket?.id).toBe(ticketId)
    expect((await scene.eve.get<TicketDetail>(`/api/tickets/${ticketId}`)).body.comments).toEqual([])
    const { body } = await scene.cleo.get<TicketMails>(
      `/api/tickets/${mailOf('D39').ticket?.id}/received-mails`,
    )
    expect(JSON.stringify(body)).not.toContain(ticketId)
  })

  test('D40 and D52: a new subject and thanks are marked, and thanks open nothing', async () => {
    const marks = async (kind: string) =>
      (await scene.eve.get<TicketMails>(`/api/tickets/${scene.ofKind(kind).ticketId}/received-mails`)).body
        .mails[0]
    expect(await marks('D40')).toMatchObject({ newSubject: 'Canteen' })
    expect(await marks('D52')).toMatchObject({ isThanks: true })
    expect((await ticketOf(mailOf('D52'))).status).toBe('resolved')
  })

  test('D42: a ticket closed for long is continued by exactly one', async () => {
    const { ticketId } = scene.ofKind('D42')
    expect(mailOf('D42').reason).toBe('follow-up')
    expect(await ticketOf(mailOf('D42'))).toMatchObject({ continues: { id: ticketId } })
    const { body } = await scene.eve.get<TicketDetail>(`/api/tickets/${ticketId}`)
    expect([body.status, body.continuedBy.length]).toEqual(['closed', 1])
  })

  test('D46 to D51: machines are lines, and change nothing else', async () => {
    for (const kind of ['D46', 'D48', 'D49', 'D51']) {
      const { ticketId = '' } = scene.ofKind(kind)
      const { body } = await scene.eve.get<TicketDetail>(`/api/tickets/${ticketId}`)
      const lines = (await linesOf(ticketId)).length
      expect([kind, body.comments, body.status, body.turn, lines]).toEqual([kind, [], 'open', 'us', 1])
    }
    const { rows } = await scene.desk.database.pool.query('select address, reason from mail_bounces')
    expect(rows).toMatchObject([{ address: ben, reason: expect.stringContaining('5.1.1') }])
  })

  test('D47: of ten mails of an answering machine one waits, and nine are one line', async () => {
    const { body } = await scene.eve.get<{ mails: InboundMailDetail[] }>('/api/inbound?limit=100')
    const loop = body.mails.filter(({ from }) => from?.address.endsWith('@crm.example'))
    const reasons = loop.map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'held')).toHaveLength(9)
    expect(reasons.filter((reason) => reason === 'unknown-sender')).toHaveLength(1)
    expect(await linesOf(scene.ofKind('D47').ticketId ?? '')).toHaveLength(1)
  })

  test('rule 7 and D45: all that comes again, also by the other mailbox or door, changes nothing', async () => {
    // The ticket is deleted for good, and its mail is still in the mailbox.
    await scene.desk.database.pool.query('delete from tickets where id = $1', [scene.ofKind('D45').ticketId])
    before = await scene.countAll()
    for (const raw of scene.raws) await scene.bring(raw, secondAddress)
    for (const raw of scene.raws) await scene.post(raw, [deskAddress])
    const last = scene.mails.at(-1)!
    await expect
      .poll(async () => (await scene.detail(mailOf(last.kind).id)).mailboxes, { timeout: 60_000 })
      .toEqual([deskAddress, secondAddress])
    await scene.settled(scene.raws.length + scene.loop.length)
    expect(await scene.countAll()).toEqual(before)
  })
}

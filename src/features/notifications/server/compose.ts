import { i18n } from '#platform/contract/i18n.ts'
import { listEntitled } from '#features/auth/server/queries.ts'
import type { MailVariables } from '#features/mail-settings/contract.ts'
import { statusWords } from '#features/tickets/contract.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { isDesk } from '#features/users/policy.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { Sentence } from '#platform/server/log/notify-rule.ts'
import { inLanguage } from '#platform/server/language.ts'
import { markdownHtml, plainHtml } from '#platform/server/send/mail-html.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'
import { notificationWords, type NotificationType } from '../contract.ts'
import { cadenceOf } from '../policy.ts'
import { isEvent, type MailPayload, type NotificationMail } from './deliveries.ts'
import { countDesk, findPreferences, listDone, listNotified, listNotifiedOfAct } from './queries.ts'
import type { Notices, Ticket, TicketNotice } from './notices.ts'
import { createSummary } from './summary.ts'

export interface Place {
  notices: Notices
  publicUrl: string
  timeZone: string
}

/** Preference types that admit the content. */
interface Described {
  types: readonly NotificationType[]
  content: Content | undefined
}

type Content =
  | ({ kind: 'templated'; variables: Partial<MailVariables> & { message: string } } & TicketForm)
  | { kind: 'plain'; subject: string; text: string }

export interface TicketForm {
  messageHtml: string
  ticketId: string
  /** Comment that the mail carries. */
  commentId: string | null
  /** The mail tells something that only staff may know. */
  isInternal: boolean
  /** Person whose words the mail carries. */
  author: TicketNotice['author']
  /** The mail carries a person's words. */
  isFromPerson: boolean
}

type Reading = Awaited<ReturnType<typeof listEntitled>>[number]
const urlOf = ({ ticketNumber }: Ticket, { publicUrl }: Place) =>
  `${publicUrl}/my-tickets?ticket=${ticketNumber}`

const paragraph = ({ what, text }: Sentence) => (text === undefined ? `${what}.` : `${what}:\n\n${text}`)
function paragraphHtml({ what, text, isMarkdown = false }: Sentence): string {
  if (text === undefined) return plainHtml(`${what}.`)
  return `${plainHtml(`${what}:`)}<br><br>${isMarkdown ? markdownHtml(text) : plainHtml(text)}`
}

/**
 * Tells a person of the client who else of theirs gets mails about a ticket: each gets one of their own. As in the
 * headers (`findNamed`), people of other companies are left out: tickets are moved, and people leave.
 */
async function describeOthers(reader: Reader, reading: Reading, ticket: Ticket): Promise<Sentence[]> {
  const { createdById, clientId, participantIds } = ticket
  const isOfClient = ({ clientIds }: Reading) => clientIds.includes(clientId)
  if (!isOfClient(reading) || participantIds.length === 0) return []
  const others = [createdById, ...participantIds].filter((id) => id !== reading.id)
  const names = (await listEntitled(reader, others))
    .filter(isOfClient)
    .map(({ firstName, lastName }) => nameInMail(`${firstName} ${lastName}`))
  if (names.length === 0) return []
  return [
    {
      what: i18n.t('Also on this ticket: {names}', { names: new Intl.ListFormat(i18n.locale).format(names) }),
    },
  ]
}

/** Describes one act, in the template for tickets. */
async function describeOne(
  reader: Reader,
  reading: Reading,
  notices: readonly TicketNotice[],
  place: Place,
): Promise<Content | undefined> {
  const told = notices.map((notice) => ({ notice, sentences: notice.sentences(reading) }))
  const facts = told.flatMap(({ sentences }) => sentences)
  const ticket = notices[0]?.ticket
  if (!ticket || facts.length === 0) return undefined
  const { ticketNumber, subject, status, clientName } = ticket
  const lines = [...facts, ...(await describeOthers(reader, reading, ticket))]
  const spoken = told.find(({ sentences }) => sentences.some(({ text }) => text !== undefined))?.notice
  return {
    kind: 'templated',
    variables: {
      ticketNumber,
      subject,
      status: statusWords[status],
      clientName,
      message: lines.map(paragraph).join('\n\n'),
      ticketUrl: urlOf(ticket, place),
    },
    messageHtml: lines.map(paragraphHtml).join('<br><br>'),
    ticketId: ticket.id,
    commentId: spoken?.commentId ?? null,
    isInternal: told.some(({ notice, sentences }) => notice.isInternal && sentences.length > 0),
    author: spoken?.author,
    isFromPerson: spoken !== undefined,
  }
}

const isUnread = (notice: TicketNotice, reading: Reading) => notice.hasRead?.(reading) !== true

/** Summarises the events that concern the reader and that they may see now. */
async function sumUp(
  reader: Reader,
  reading: Reading,
  pages: AsyncIterable<readonly LogEntry[]>,
  { place, concerns }: { place: Place; concerns: typeof isUnread },
) {
  const summary = createSummary(reading, (ticket) => urlOf(ticket, place))
  for await (const page of pages) {
    const noticeOf = await place.notices.of(reader, page)
    for (const entry of page) {
      const notice = noticeOf(entry)
      if (notice?.mayHear(reading) && concerns(notice, reading)) summary.add(notice)
    }
  }
  return summary
}

async function describeDesk(reader: Reader, since: Date, until: Date): Promise<string> {
  const { created, resolved, open, unassigned } = await countDesk(reader, since, until)
  return i18n.t(
    'All tickets: {created} new, {resolved} resolved. {open} are open, {unassigned} of them unassigned.',
    {
      created,
      resolved,
      open,
      unassigned,
    },
  )
}

/** Locale of dates: the reader's variant of English is unknown in mails. */
const mailLocale = () => (i18n.locale === 'en' ? 'en-GB' : i18n.locale)

const greet = ({ firstName }: Reading) => i18n.t('Hello {name},', { name: nameInMail(firstName) })

const moment = (at: Date, timeZone: string) =>
  at.toLocaleString(mailLocale(), { timeZone, dateStyle: 'long', timeStyle: 'short' })
const day = (at: Date, timeZone: string) =>
  at.toLocaleDateString(mailLocale(), { timeZone, dateStyle: 'long' })

/** Describes the work of others on this person's tickets, and the state of the desk for staff. */
async function describeTime(
  reader: Reader,
  reading: Reading,
  {
    notificationType,
    since,
    until,
  }: { [K in 'since' | 'until']: Date } & Pick<MailPayload, 'notificationType'>,
  place: Place,
): Promise<Content | undefined> {
  const done = listDone(reader, reading, {
    types: place.notices.types,
    since,
    until,
    publicOnly: !canSeeInternal(reading),
  })
  const blocks = (await sumUp(reader, reading, done, { place, concerns: () => true })).blocks()
  const stand = isDesk(reading) ? [await describeDesk(reader, since, until)] : []
  if (blocks.length + stand.length === 0) return undefined
  const from = moment(since, place.timeZone)
  return {
    kind: 'plain',
    subject: `${notificationWords[notificationType]}, ${day(until, place.timeZone)}`,
    text: [
      greet(reading),
      blocks.length > 0
        ? i18n.t('this happened to your tickets since {from}.', { from })
        : i18n.t('nothing happened to your tickets since {from}.', { from }),
      ...stand,
      ...blocks,
    ].join('\n\n'),
  }
}

type IsWanted = (notificationType: NotificationType) => boolean

/** Describes an act with a mail of its own: everything that its user wants and has not read. */
async function describeAct(
  reader: Reader,
  reading: Reading,
  { id }: NotificationMail,
  { place, isWanted }: { place: Place; isWanted: IsWanted },
): Promise<Described | undefined> {
  const told = await listNotifiedOfAct(reader, id)
  const wanted = told.filter((one) => isWanted(one.notificationType))
  const noticeOf = await place.notices.of(
    reader,
    wanted.map(({ entry }) => entry),
  )
  const heard = wanted.flatMap(({ entry, notificationType }) => {
    const notice = noticeOf(entry)
    return notice?.mayHear(reading) && isUnread(notice, reading) ? { notice, notificationType } : []
  })
  return {
    types: [...new Set(heard.map(({ notificationType }) => notificationType))],
    content: await describeOne(
      reader,
      reading,
      heard.map(({ notice }) => notice),
      place,
    ),
  }
}

async function describeGathered(
  reader: Reader,
  reading: Reading,
  { id, payload: { notificationType, period }, dueAt, createdAt }: NotificationMail,
  place: Place,
): Promise<Content | undefined> {
  const summary = await sumUp(reader, reading, listNotified(reader, id), { place, concerns: isUnread })
  const blocks = summary.blocks()
  if (blocks.length === 0) return undefined
  const greeting = greet(reading)
  const word = notificationWords[notificationType]
  if (period.startsWith('hour ')) {
    const count = summary.count()
    const updates = i18n.t('{count, plural, one {# more update} other {# more updates}}', { count })
    const why = i18n.t('{updates}, sent together because you got many emails within an hour.', { updates })
    return { kind: 'plain', subject: `${word}: ${updates}`, text: [greeting, why, ...blocks].join('\n\n') }
  }
  return {
    kind: 'plain',
    subject: `${word}, ${day(dueAt ?? createdAt, place.timeZone)}`,
    text: [greeting, i18n.t('this happened to your tickets.'), ...blocks].join('\n\n'),
  }
}

/** Uses the recipient's present rights and preferences. Undefined: left, opted out, no access, or read. */
export async function composeMail(
  reader: Reader,
  mail: NotificationMail,
  place: Place,
): Promise<{ to: Reading; types: Described['types']; content: Content } | undefined> {
  const { userId, payload } = mail
  const [to] = userId === null ? [] : await listEntitled(reader, [userId])
  if (!to) return undefined
  const preferenceOf = await findPreferences(reader, [to.id])
  const isWanted: IsWanted = (type) => cadenceOf(type, preferenceOf(to.id, type)) !== undefined
  const { notificationType, since, until, period } = payload
  const told = await inLanguage(to.language, async (): Promise<Described | undefined> => {
    if (isEvent(period)) return describeAct(reader, to, mail, { place, isWanted })
    if (!isWanted(notificationType)) return undefined
    const content =
      since && until
        ? await describeTime(reader, to, { notificationType, since, until }, place)
        : await describeGathered(reader, to, mail, place)
    return { types: [notificationType], content }
  })
  return told?.content && { to, types: told.types, content: told.content }
}

import { listEntitled } from '#features/auth/server/queries.ts'
import type { MailVariables } from '#features/mail-settings/contract.ts'
import { statusWords } from '#features/tickets/contract.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { isDesk } from '#features/users/policy.ts'
import type { Reader } from '#platform/server/database.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import { oneLine } from '#platform/server/one-line.ts'
import { notificationWords } from '../contract.ts'
import { rhythmOf } from '../policy.ts'
import { countDesk, findWishes, listDone, listTold, type MailRow } from './queries.ts'
import { factsOf, mayHear, readAbout, type About, type Fact } from './told.ts'

interface Place {
  publicUrl: string
  timeZone: string
}

type Content =
  | { kind: 'templated'; variables: Partial<MailVariables> }
  | { kind: 'plain'; subject: string; text: string }

type Reading = Awaited<ReturnType<typeof listEntitled>>[number]
type Ticket = NonNullable<ReturnType<About['tickets']['get']>>

const mostTickets = 50
const mostFacts = 10
const mostLetters = 200

const urlOf = ({ ticketNumber }: Ticket, { publicUrl }: Place) =>
  `${publicUrl}/my-tickets?ticket=${ticketNumber}`

/** As a paragraph of a mail about this alone. */
const paragraph = ({ what, text }: Fact) => (text === undefined ? `${what}.` : `${what}:\n\n${text}`)

/** As one line of many. */
function line({ what, text }: Fact): string {
  if (text === undefined) return `- ${what}`
  const letters = Array.from(oneLine(text))
  const shown = letters.slice(0, mostLetters).join('')
  return `- ${what}: ${shown}${letters.length > mostLetters ? '…' : ''}`
}

const more = (count: number, what: string) => (count > 0 ? [`and ${count} more ${what}`] : [])

/** A mail about one event, in the form that is set for mails about tickets. */
function describeOne(reading: Reading, entry: LogEntry, about: About, place: Place): Content | undefined {
  const ticket = about.tickets.get(entry.ticketId ?? '')
  const facts = factsOf(reading, entry, about)
  if (!ticket || facts.length === 0) return undefined
  const { ticketNumber, subject, status, clientName } = ticket
  return {
    kind: 'templated',
    variables: {
      ticketNumber,
      subject,
      status: statusWords[status],
      clientName,
      message: facts.map(paragraph).join('\n\n'),
      ticketUrl: urlOf(ticket, place),
    },
  }
}

function listTickets(reading: Reading, entries: readonly LogEntry[], about: About, place: Place): string[] {
  const byTicket = [...Map.groupBy(entries, ({ ticketId }) => ticketId ?? '')].flatMap(([id, own]) => {
    const ticket = about.tickets.get(id)
    const facts = own.flatMap((entry) => factsOf(reading, entry, about))
    return ticket && facts.length > 0 ? [{ ticket, facts }] : []
  })
  const blocks = byTicket
    .slice(0, mostTickets)
    .map(({ ticket, facts }) =>
      [
        `${ticket.ticketNumber}: ${oneLine(ticket.subject)} (${statusWords[ticket.status]})`,
        ...facts.slice(0, mostFacts).map(line),
        ...more(facts.length - mostFacts, 'changes'),
        urlOf(ticket, place),
      ].join('\n'),
    )
  return [...blocks, ...more(byTicket.length - mostTickets, 'tickets')]
}

async function describeDesk(reader: Reader, since: Date, until: Date): Promise<string> {
  const { created, resolved, open, unassigned } = await countDesk(reader, since, until)
  return `All tickets: ${created} new, ${resolved} resolved. ${open} are open, ${unassigned} of them unassigned.`
}

const moment = (at: Date, timeZone: string) =>
  at.toLocaleString('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })
const day = (at: Date, timeZone: string) => at.toLocaleDateString('en-GB', { timeZone, dateStyle: 'long' })

/** What others did to the tickets of this person in the time of the summary, and for the desk how it stands. */
async function describeTime(
  reader: Reader,
  reading: Reading,
  { notificationType, since, until }: { [K in 'since' | 'until']: Date } & Pick<MailRow, 'notificationType'>,
  place: Place,
): Promise<Content | undefined> {
  const done = await listDone(reader, reading, { since, until, publicOnly: !canSeeInternal(reading) })
  const about = await readAbout(reader, done)
  const blocks = listTickets(
    reading,
    done.filter((entry) => mayHear(reading, entry, about)),
    about,
    place,
  )
  const stand = isDesk(reading) ? [await describeDesk(reader, since, until)] : []
  if (blocks.length + stand.length === 0) return undefined
  const what = blocks.length > 0 ? 'this happened to your tickets' : 'nothing happened to your tickets'
  return {
    kind: 'plain',
    subject: `${notificationWords[notificationType]}, ${day(until, place.timeZone)}`,
    text: [
      `Hello ${oneLine(reading.firstName)},`,
      `${what} since ${moment(since, place.timeZone)}.`,
      ...stand,
      ...blocks,
    ].join('\n\n'),
  }
}

async function describeEvents(
  reader: Reader,
  reading: Reading,
  mail: MailRow,
  place: Place,
): Promise<Content | undefined> {
  const told = await listTold(reader, mail.id)
  const about = await readAbout(reader, told)
  const entries = told.filter((entry) => mayHear(reading, entry, about))
  const [first] = entries
  if (!first) return undefined
  if (mail.period.startsWith('event ')) return describeOne(reading, first, about, place)
  const blocks = listTickets(reading, entries, about, place)
  if (blocks.length === 0) return undefined
  return {
    kind: 'plain',
    subject: `${notificationWords[mail.notificationType]}, ${day(mail.dueAt ?? mail.createdAt, place.timeZone)}`,
    text: [`Hello ${oneLine(reading.firstName)},`, 'this happened to your tickets.', ...blocks].join('\n\n'),
  }
}

/**
 * What a mail says, and to whom, with the rights and wishes of that person now. Undefined: nothing, because they have left, do not want it
 * any more, or may not know of it.
 */
export async function composeMail(
  reader: Reader,
  mail: MailRow,
  place: Place,
): Promise<{ to: Reading; content: Content } | undefined> {
  const { userId, notificationType, since, until } = mail
  const [to] = await listEntitled(reader, [userId])
  if (!to) return undefined
  const wishOf = await findWishes(reader, [userId])
  if (rhythmOf(notificationType, wishOf(userId, notificationType)) === undefined) return undefined
  const content =
    since && until
      ? await describeTime(reader, to, { notificationType, since, until }, place)
      : await describeEvents(reader, to, mail, place)
  return content && { to, content }
}

import { i18n } from '#platform/contract/i18n.ts'
import { statusWords } from '#features/tickets/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import { shortened } from '#platform/contract/shortened.ts'
import type { Sentence } from '#platform/server/log/notify-rule.ts'
import { oneLine } from '#platform/server/one-line.ts'
import type { Ticket, TicketNotice } from './notices.ts'

const mostTickets = 50
const mostFacts = 10
const mostLetters = 200

function line({ what, text }: Sentence): string {
  if (text === undefined) return `- ${what}`
  return `- ${what}: ${shortened(oneLine(text), mostLetters)}`
}

const moreChanges = (count: number) =>
  count > 0 ? [i18n.t('{count, plural, one {and # more change} other {and # more changes}}', { count })] : []
const moreTickets = (count: number) =>
  count > 0 ? [i18n.t('{count, plural, one {and # more ticket} other {and # more tickets}}', { count })] : []

/** Describes many events, ticket by ticket. Keeps only what it shows, to bound memory. */
export function createSummary(reading: Viewer, urlOf: (ticket: Ticket) => string) {
  const shown = new Map<string, { title: string; lines: string[]; facts: number; url: string }>()
  const others = new Set<string>()
  let facts = 0

  function add({ ticket, sentences }: TicketNotice): void {
    const own = sentences(reading)
    if (own.length === 0) return
    facts += own.length
    const { id, ticketNumber, subject, status } = ticket
    const title = `${ticketNumber}: ${oneLine(subject)} (${statusWords[status]})`
    const block = shown.get(id) ?? { title, lines: [], facts: 0, url: urlOf(ticket) }
    if (!shown.has(id) && shown.size === mostTickets) return void others.add(id)
    shown.set(id, block)
    block.facts += own.length
    block.lines.push(...own.slice(0, mostFacts - block.lines.length).map(line))
  }

  return {
    add,
    count: () => facts,
    blocks: (): string[] => [
      ...[...shown.values()].map(({ title, lines, facts: all, url }) =>
        [title, ...lines, ...moreChanges(all - lines.length), url].join('\n'),
      ),
      ...moreTickets(others.size),
    ],
  }
}

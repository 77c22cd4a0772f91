import { i18n } from '#platform/contract/i18n.ts'
import type { Person } from '#features/users/contract.ts'
import { shortened } from '#platform/contract/shortened.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { AuditEntry } from '../contract.ts'

/** Present names by id; deleted things have none. */
export interface AuditNames {
  people: ReadonlyMap<string, Person>
  names: ReadonlyMap<string, string>
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const longestValue = 300

function idsOf(value: unknown): string[] {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsOf) : []
}

export const idsIn = ({ actorId, subjectId, ticketId, data }: LogEntry): string[] => [
  ...idsOf([actorId, subjectId, ticketId]),
  ...idsOf(data),
]

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

/** Splits "mobileNumber", "useSSL" and "super_user" into words. */
function asWords(name: string): string {
  const words = name
    .replaceAll(/[A-Z]+/g, (capitals) => ` ${capitals.length > 1 ? capitals : capitals.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replace(/ (id|by id)$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Words {
  facts: FactCatalogue
  fields: FieldWords
}

/** Own properties only: a name from the log may be one that every object inherits. */
const own = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined

const nameOfField = (field: string, { fields }: Words) => own(fields, field)?.name() ?? asWords(field)

/** Lowercases for the middle of a sentence; German nouns keep their capitals. */
const lowered = (words: string) =>
  i18n.locale === 'de' ? words : words.charAt(0).toLowerCase() + words.slice(1)

function textOf(field: string, value: unknown, known: AuditNames, words: Words): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  const said = own(own(words.fields, field)?.values, text || 'null')
  if (said !== undefined) return said
  if (value === null || value === undefined || value === '') return i18n.t('none')
  if (typeof value === 'boolean') return value ? i18n.t('yes') : i18n.t('no')
  if (Array.isArray(value))
    return value.map((one) => textOf(field, one, known, words)).join(', ') || i18n.t('none')
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, one]) => `${lowered(nameOfField(name, words))}: ${textOf(name, one, known, words)}`)
        .join(', ') || i18n.t('none')
    )
  const person = known.people.get(text)
  return shortened(person ? nameOf(person) : (known.names.get(text) ?? text), longestValue)
}

interface Change {
  from: unknown
  to: unknown
}
const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/** Formats the declared fields as text, also of payloads that this version cannot read. */
function detailsOf(entry: LogEntry, known: AuditNames, words: Words): AuditEntry['details'] {
  const told = words.facts.kindOf(entry)?.told ?? []
  return Object.entries(entry.data ?? {}).flatMap(([name, value]: [string, unknown]) => {
    if (!told.includes(name)) return []
    if (name !== 'changes' || typeof value !== 'object' || value === null)
      return [{ name: nameOfField(name, words), value: textOf(name, value, known, words) }]
    return Object.entries(value).map(([field, change]: [string, unknown]) => ({
      name: nameOfField(field, words),
      value: isChange(change)
        ? `${textOf(field, change.from, known, words)} → ${textOf(field, change.to, known, words)}`
        : i18n.t('changed'),
    }))
  })
}

const kinds = ['ticket', 'user', 'client', 'product'] as const

/** Finds the subject's name at that time, as far as the entry has it. */
function lastNameOf(entry: LogEntry, facts: FactCatalogue): string | undefined {
  const field = facts.kindOf(entry)?.subjectName
  const [, name]: [string, unknown] | [] =
    Object.entries(entry.data ?? {}).find(([each]) => each === field) ?? []
  // Emptied once the thing cannot be restored any more.
  return typeof name === 'string' && name !== '' ? name : undefined
}

function subjectOf(entry: LogEntry, known: AuditNames, facts: FactCatalogue): AuditEntry['subject'] {
  const id = entry.ticketId ?? entry.subjectId
  if (id === null) return null
  const about = facts.kindOf(entry)?.about
  const person = known.people.get(id)
  return {
    kind: kinds.find((kind) => kind === about) ?? 'other',
    id,
    name: person ? nameOf(person) : (known.names.get(id) ?? lastNameOf(entry, facts) ?? id),
  }
}

export function shapeEntry(entry: LogEntry, known: AuditNames, words: Words): AuditEntry {
  const { position, at, type, actorId, ip } = entry
  return {
    position,
    at: at.toISOString(),
    type,
    what: words.facts.kindOf(entry)?.says() ?? asWords(type.replace('.', ': ')),
    actor: (actorId !== null && known.people.get(actorId)) || null,
    ip,
    subject: subjectOf(entry, known, words.facts),
    details: detailsOf(entry, known, words),
  }
}

import { listColumns, type ListColumn } from '#features/tickets/list/columns/contract.ts'
import { languages } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { inLanguage } from '#platform/server/language.ts'
import { allFieldsOf, fieldWords, type FieldName, type ImportKind } from '../fields/contract.ts'

/** Headings of other systems, in English and German, beside this program's own. */
const headings: Record<FieldName, readonly string[]> = {
  externalId: ['external id', 'id', 'key', 'issue key', 'externe id', 'schlussel'],
  name: [
    'name',
    'title',
    'client',
    'company',
    'organization',
    'organisation',
    'product',
    'kunde',
    'firma',
    'produkt',
  ],
  description: ['description', 'details', 'notes', 'beschreibung', 'body', 'text'],
  contactEmail: ['contact email', 'email', 'e-mail', 'mail'],
  contactPhone: ['contact phone', 'phone', 'telephone', 'telefon'],
  address: ['address', 'adresse', 'anschrift'],
  website: ['website', 'web', 'url', 'domain', 'homepage', 'domains'],
  isActive: ['active', 'is active', 'enabled', 'aktiv'],
  email: ['email', 'e-mail', 'email address', 'mail', 'e-mail-adresse'],
  firstName: ['first name', 'firstname', 'given name', 'vorname'],
  lastName: ['last name', 'lastname', 'surname', 'family name', 'nachname'],
  fullName: ['full name', 'name', 'display name', 'vollstandiger name'],
  role: ['role', 'type', 'rolle'],
  companyName: ['company name', 'firmenname'],
  mobileNumber: ['mobile number', 'mobile', 'phone', 'mobilnummer', 'handy', 'telefon'],
  client: ['client', 'company', 'organization', 'organisation', 'account', 'kunde', 'firma', 'customer'],
  clientRole: ['role at the client', 'client role', 'rolle beim kunden'],
  version: ['version'],
  status: ['status', 'state', 'zustand'],
  techStack: ['tech stack', 'technologies', 'technologien'],
  repositoryUrl: ['repository url', 'repository', 'repo'],
  documentation: ['documentation', 'docs', 'dokumentation'],
  number: ['number', 'ticket number', 'ticket id', 'ticket', 'nummer', 'ticketnummer', '#'],
  subject: ['subject', 'title', 'summary', 'betreff', 'titel'],
  requester: [
    'requester',
    'reporter',
    'requester email',
    'created by',
    'submitted by',
    'anforderer',
    'melder',
    'contact',
    'customer email',
  ],
  assignee: ['assigned to', 'assignee', 'agent', 'owner', 'zugewiesen an', 'bearbeiter'],
  priority: ['priority', 'prioritat', 'severity'],
  category: ['category', 'type', 'issue type', 'kategorie'],
  customerName: ['customer', 'customer name'],
  productName: ['product', 'product name', 'produkt', 'component'],
  projectName: ['project', 'project name', 'projekt'],
  createdAt: ['created', 'created at', 'date', 'creation date', 'opened', 'erstellt', 'erstellt am', 'datum'],
  updatedAt: [
    'last update',
    'updated',
    'updated at',
    'last modified',
    'zuletzt aktualisiert',
    'aktualisiert',
  ],
  resolvedAt: [
    'resolved',
    'resolved at',
    'solved at',
    'closed at',
    'closed',
    'gelost',
    'gelost am',
    'geschlossen am',
  ],
  ticket: ['ticket', 'ticket id', 'ticket number', 'issue', 'issue key', 'issue id', 'ticketnummer'],
  author: ['author', 'author email', 'by', 'user', 'from', 'verfasser', 'autor', 'von'],
  content: ['comment', 'content', 'body', 'text', 'message', 'kommentar', 'inhalt'],
  isInternal: ['internal', 'is internal', 'private', 'intern', 'privat'],
}

/** Folds `createdAt`, `Created At` and `created_at` to one heading. */
const plain = (heading: string) =>
  searchable(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .replaceAll(/[_\s]+/g, ' ')
    .trim()

/** List column of each field in an exported list; the same number names the ticket of a comment. */
const columnsOf: Partial<Record<FieldName, ListColumn>> = {
  number: 'ticketNumber',
  ticket: 'ticketNumber',
  subject: 'subject',
  client: 'client',
  status: 'status',
  priority: 'priority',
  category: 'category',
  assignee: 'assignedTo',
  customerName: 'customer',
  productName: 'product',
  projectName: 'project',
  createdAt: 'created',
  updatedAt: 'updated',
}
/** Surest headings: an address identifies a person better than a name. */
const surest: Partial<Record<FieldName, string>> = { requester: 'requester email', author: 'author email' }

const remembered = new Map<FieldName, string[]>()

/** Lists a field's headings by likelihood: own ones of all languages before those of others. */
function headingsOf(field: FieldName): string[] {
  const known = remembered.get(field)
  if (known) return known
  const column = columnsOf[field]
  const own = languages.flatMap((language) =>
    inLanguage(language, () => [fieldWords[field], ...(column ? [listColumns[column].label] : [])]),
  )
  const all = [...new Set([surest[field] ?? field, field, ...own, ...headings[field]].map(plain))]
  remembered.set(field, all)
  return all
}

/** Matches the likeliest headings first, no column twice. @returns the column's position by field */
export function guessColumns(kind: ImportKind, given: readonly string[]): Record<string, number> {
  const columns = given.map(plain)
  const taken = new Set<number>()
  const guessed: Record<string, number> = {}
  const fields = allFieldsOf(kind)
  const most = Math.max(...fields.map((field) => headingsOf(field).length))
  // The first heading of every field before the second of any: a certain match goes first.
  for (let rank = 0; rank < most; rank++)
    for (const field of fields) {
      const wanted = headingsOf(field)[rank]
      const place = columns.findIndex((column, at) => column === wanted && !taken.has(at))
      if (guessed[field] !== undefined || wanted === undefined || place < 0) continue
      guessed[field] = place
      taken.add(place)
    }
  return guessed
}

import { mostFound } from '#features/ticket-search/server/public/bounded-search.ts'
import { commonWord, rareWord } from './words.ts'

export type Asker = 'helpdesk' | 'employee' | 'contact'

/** One question to the list, and the same question counted in plain SQL, written without the code it checks. */
export interface Case {
  name: string
  asker: Asker
  query: string
  where: string
  /** Nothing is counted beyond. */
  atMost?: number
}

/** The ids that a filter needs; each the busiest of its kind. */
export interface Subjects {
  staffId: string
  clientId: string
  employeeId: string
  contactId: string
  contactsClientId: string
}

export function listCases(count: number, subjects: Subjects): Case[] {
  const { staffId, clientId, employeeId, contactId, contactsClientId } = subjects
  const staff = (name: string, query: string, where: string): Case => ({
    name,
    asker: 'helpdesk',
    query,
    where,
  })
  const search = (what: string, text: string) => {
    const hasWord = (word: string) => {
      const has = (column: string) => `${column} like '%${word}%'`
      return `(${has('t.search_text')} or ${has('cl.name_search')}
        or t.id in (select c.ticket_id from comments c where ${has('c.search_text')})
        or exists (select from users u where u.id in (t.created_by_id, t.assigned_to_id)
          and ${has(`split_part(u.search_text, e'\\n', 1)`)}))`
    }
    const words = text.includes('"') ? [text.replaceAll('"', '')] : text.split(' ')
    const where = words.map((word) => hasWord(word.toLowerCase())).join(' and ')
    return {
      ...staff(`search: ${what} (${text})`, `search=${encodeURIComponent(text)}`, where),
      atMost: mostFound,
    }
  }
  const deep = (offset: number) => staff(`deep page: offset ${offset}`, `offset=${offset}`, 'true')
  const number = `TKT-${String(Math.ceil(count / 3)).padStart(6, '0')}`
  return [
    staff('first page', '', 'true'),
    staff('status (closed)', 'status=closed', `t.status = 'closed'`),
    staff('status (open)', 'status=open', `t.status = 'open'`),
    staff('status (unresolved)', 'status=unresolved', `t.status in ('open', 'progress', 'testing')`),
    staff(
      'assignee (one), unresolved',
      `assignedToId=${staffId}&status=unresolved`,
      `t.assigned_to_id = '${staffId}' and t.status in ('open', 'progress', 'testing')`,
    ),
    staff('priority (critical)', 'priority=critical', `t.priority = 'critical'`),
    staff('category (network)', 'category=network', `t.category = 'network'`),
    staff('assignee (one)', `assignedToId=${staffId}`, `t.assigned_to_id = '${staffId}'`),
    staff('assignee (unassigned)', 'assignedToId=unassigned', 't.assigned_to_id is null'),
    staff('client', `clientId=${clientId}`, `t.client_id = '${clientId}'`),
    staff('customer name (gmbh 1)', 'customerName=gmbh%201', `t.customer_search like '%gmbh 1%'`),
    staff('product name (er)', 'productName=er', `t.product_search like '%er%'`),
    staff('project name (project)', 'projectName=project', `t.project_search like '%project%'`),
    staff('age (week)', 'ageFilter=week', `t.created_at >= date_trunc('minute', now()) - interval '7 days'`),
    staff(
      'age (older)',
      'ageFilter=older',
      `t.created_at < date_trunc('minute', now()) - interval '30 days'`,
    ),
    staff(
      'status and priority',
      'status=closed&priority=critical',
      `t.status = 'closed' and t.priority = 'critical'`,
    ),
    staff(
      'assignee and age',
      `assignedToId=${staffId}&ageFilter=month`,
      `t.assigned_to_id = '${staffId}' and t.created_at >= date_trunc('minute', now()) - interval '30 days'`,
    ),
    search('a number', number),
    search('rare word', rareWord),
    search('common word', commonWord),
    search('two words', 'printer screen'),
    search('a phrase', '"printer screen"'),
    search('two letters', 'vp'),
    ...['updated', 'number', 'subject', 'client', 'status', 'priority', 'assignee'].map((sort) =>
      staff(`sorted by ${sort}`, `sort=${sort}`, 'true'),
    ),
    staff('sorted by client (open)', 'sort=client&status=open', `t.status = 'open'`),
    staff('sorted by subject (critical)', 'sort=subject&priority=critical', `t.priority = 'critical'`),
    staff('sorted by priority, deep page', `sort=priority&offset=${count / 2}`, 'true'),
    deep(count / 2),
    deep(count - 100),
    {
      name: 'client: own tickets',
      asker: 'employee',
      query: '',
      where: `t.created_by_id = '${employeeId}'`,
    },
    {
      name: `client: own company's tickets`,
      asker: 'contact',
      query: '',
      where: `t.created_by_id = '${contactId}' or (t.client_id = '${contactsClientId}' and t.filed_for_client)`,
    },
    {
      name: 'client: search (printer)',
      asker: 'employee',
      query: 'search=printer',
      where: `t.created_by_id = '${employeeId}' and (t.search_text like '%printer%' or cl.name_search like '%printer%'
        or t.id in (select c.ticket_id from comments c where c.search_text like '%printer%' and not c.is_internal)
        or exists (select from users u where u.id in (t.created_by_id, t.assigned_to_id)
          and split_part(u.search_text, e'\\n', 1) like '%printer%'))`,
    },
  ]
}

export const truthOf = ({ where, atMost }: Case) =>
  `select least(count(*), ${atMost ?? 'null'})::int as total from tickets t join clients cl on cl.id = t.client_id where ${where}`

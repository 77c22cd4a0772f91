import { z } from 'zod'
import { Priority, Status, type AgeOrBand } from '#features/tickets/contract.ts'
import { desk } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, day, Id, Timestamp } from '#platform/contract/fields.ts'

/** Days of the chart, today included. */
export const daysShown = 30

export const ageBands = ['today', '2-7', '8-30', 'older'] as const satisfies readonly AgeOrBand[]
export type AgeBand = (typeof ageBands)[number]

const Count = z.number().int()

export const Stats = z.object({
  totalTickets: Count,
  openTickets: Count,
  /** Mean time to the first answer by staff, such as `3h 20m`; `N/A` without answers. */
  avgResponseTime: z.string(),
  /** Percentage resolved or closed. */
  resolutionRate: Count,
})
export type Stats = z.infer<typeof Stats>

const Day = z.object({
  /** In the time zone of the server. */
  day: z.iso.date(),
  created: Count,
  /** Counts tickets that are still resolved or closed. */
  resolved: Count,
})
export type Day = z.infer<typeof Day>

/** Missing entries are zero. */
export const Overview = z.object({
  days: z.array(Day),
  byPriority: z.array(z.object({ priority: Priority, status: Status, tickets: Count })),
  /** Each ticket is in one band; lists filter by the same bands. */
  byAge: z.array(z.object({ age: z.enum(ageBands), status: Status, tickets: Count })),
})
export type Overview = z.infer<typeof Overview>

export const dayTicketsShown = 100

const DayTickets = z.object({
  total: Count,
  tickets: z.array(
    z.object({ id: Id, ticketNumber: z.string(), subject: z.string(), status: Status, priority: Priority }),
  ),
})
/** Earliest first. */
export const DayDetail = z.object({ created: DayTickets, resolved: DayTickets })
export type DayDetail = z.infer<typeof DayDetail>

/** Weeks of the chart, this one included: about 90 days. */
export const weeksShown = 13

const tallied = {
  totalTickets: Count,
  openTickets: Count,
  resolvedTickets: Count,
  /** Missing entries are zero. */
  byStatus: z.array(z.object({ status: Status, tickets: Count })),
}

export const ClientFigures = z.object({
  ...tallied,
  totalProducts: Count,
  totalUsers: Count,
  /** Oldest first; `from` is the first of seven days, in the time zone of the server. */
  weeks: z.array(z.object({ from: z.iso.date(), created: Count, resolved: Count })),
})
export type ClientFigures = z.infer<typeof ClientFigures>

export const ProductFigures = z.object({
  ...tallied,
  /** Mean time to resolve, such as `2d 4h`; `N/A` without resolved tickets. */
  averageResolutionTime: z.string(),
  /** Last change of a ticket; null without tickets. */
  lastActivity: Timestamp.nullable(),
})
export type ProductFigures = z.infer<typeof ProductFigures>

/** Figures that need action first. */
export const Needs = z.object({
  /** Unresolved without an assignee. */
  unassigned: Count,
  /** In any status: clients may comment on resolved tickets. */
  waitingForUs: Count,
  longestWait: z
    .object({ id: Id, ticketNumber: z.string(), subject: z.string(), since: Timestamp })
    .nullable(),
})
export type Needs = z.infer<typeof Needs>

export const StartSteps = z.object({
  email: z.boolean(),
  client: z.boolean(),
  product: z.boolean(),
  team: z.boolean(),
  ticket: z.boolean(),
  /** True from ten tickets on. */
  isInUse: z.boolean(),
})
export type StartSteps = z.infer<typeof StartSteps>

export const statsApi = api({
  start: {
    method: 'GET',
    path: '/api/stats/start',
    summary:
      'Whether email is set up, and whether there are a client, a product, a second member of staff and a ticket',
    access: ['super_user'],
    reply: StartSteps,
  },
  client: {
    method: 'GET',
    path: '/api/clients/:id/stats',
    summary: 'Tickets, products and people of a client company, and its last 13 weeks',
    access: desk,
    params: ById,
    reply: ClientFigures,
  },
  product: {
    method: 'GET',
    path: '/api/products/:id/stats',
    summary: 'Tickets of a product, how fast they are resolved, and when one last changed',
    access: desk,
    params: ById,
    reply: ProductFigures,
  },
  stats: {
    method: 'GET',
    path: '/api/stats',
    summary: 'How many tickets there are, how many are open, how fast they are answered, how many are done',
    access: desk,
    reply: Stats,
  },
  needs: {
    method: 'GET',
    path: '/api/stats/needs',
    summary: 'How many tickets nobody has taken, how many wait for us, and which has waited longest',
    access: desk,
    reply: Needs,
  },
  overview: {
    method: 'GET',
    path: '/api/stats/overview',
    summary:
      'Tickets created and resolved on each of the last 30 days; open ones by status, priority and age',
    access: desk,
    reply: Overview,
  },
  day: {
    method: 'GET',
    path: '/api/stats/day',
    summary: 'The tickets created and resolved on a day, at most 100 of each',
    access: desk,
    query: z.object({ day: day('day must be a date such as 2026-07-05') }),
    reply: DayDetail,
  },
})

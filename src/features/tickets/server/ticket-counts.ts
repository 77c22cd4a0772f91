import { sql, type SQL } from 'drizzle-orm'
import { listPeople } from '#features/users/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { listClientNamesById } from '#features/clients/server/queries.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database.ts'
import { createRemembered } from '#platform/server/remembered.ts'
import { tickets } from '#tables/tickets.ts'
import {
  ages,
  categories,
  facets,
  priorities,
  statuses,
  Unassigned,
  type Facet,
  type TicketCounts,
  type TicketFilter,
} from '../contract.ts'
import { createStatements } from './statements.ts'
import { edgeOf, narrow, questionOf, type Narrowed } from './ticket-filter.ts'
import type { GroupKey } from './ticket-order.ts'

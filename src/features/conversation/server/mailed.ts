import { sql } from 'drizzle-orm'
import { comments } from '#tables/comments.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { ticketSuppliers } from '#tables/ticket-suppliers.ts'
import { tickets } from '#tables/tickets.ts'

/** Tells whether a row of `tickets` has mails that clients know of. */
const hasPublicMails = sql<boolean>`exists (select from ${inboundMails} m
  where m.ticket_id = ${tickets}.id and m.outcome in ('ticket', 'comment')
    and (m.comment_id is null or exists (select from ${comments} c where c.id = m.comment_id and not c.is_internal)))`

/** Tells whether it has any mails, or a supplier. */
const hasAnyMails = sql<boolean>`(exists (select from ${inboundMails} m
  where m.ticket_id = ${tickets}.id and (m.outcome in ('ticket', 'comment') or m.reason = 'supplier'))
  or exists (select from ${ticketSuppliers} s where s.ticket_id = ${tickets}.id))`

/** Selects whether a row of `tickets` has something that `GET /api/tickets/:id/received-mails` tells. */
export const hasMails = (withInternal: boolean) => (withInternal ? hasAnyMails : hasPublicMails)

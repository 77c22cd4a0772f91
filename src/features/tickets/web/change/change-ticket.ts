import { mutationOptions, type Query, type QueryClient } from '@tanstack/react-query'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { call } from '#platform/web/call.ts'
import { createStore } from '#platform/web/store.ts'
import { untilAnswered } from '#platform/web/drafts/until-answered.ts'
import { refresh } from '#platform/web/query-client.ts'
import { ticketApi, type Ticket } from '../../contract.ts'
import { loadedDetail, placeTicket, refreshAfterOwn, refreshTicket, ticketKeys } from '../api.ts'
import {
  asChange,
  onNewerTicket,
  opposite,
  ticketAsItIs,
  type Changeable,
  type ChangeField,
  type Choice,
} from './change-choice.ts'
import { newestOf, recordOwnAct } from '../latest-known.ts'
import { applyOptimistically } from '../pending.ts'

interface Change {
  /** As the user saw it. */
  ticket: Ticket
  choice: Choice
  /** Own pending change of the same field. */
  before: Change | undefined
  isMade: boolean
  isSuperseded: boolean
}

/** `back` undoes the change; absent when another user made the same one. `met` conflicts: nothing changed. */
export type Answer = { ticket: Ticket; back?: Choice } | { met: Ticket }

/** Retries after changes of other fields. */
const mostTries = 4

const latest = new Map<string, Change>()
const placeOf = ({ ticket, choice }: Pick<Change, 'ticket' | 'choice'>) => `${ticket.id} ${choice.field}`

/** Begins a change for `changeTicket`; undefined for a duplicate in flight, as after a double click. */
export function beginChange(ticket: Ticket, choice: Choice): Change | undefined {
  const place = placeOf({ ticket, choice })
  const before = latest.get(place)
  if (before?.choice.value === choice.value) return undefined
  if (before) before.isSuperseded = true
  const change: Change = { ticket, choice, before, isMade: false, isSuperseded: false }
  latest.set(place, change)
  return change
}

function endChange(change: Change): void {
  const place = placeOf(change)
  if (latest.get(place) === change) latest.delete(place)
}

/** Serializes changes per ticket, so that each builds on the former answer. */
const serialize = createKeyedMutex()

/** Rebases a choice on the value that the user's former change has set. */
function afterOwn({ choice, before }: Change): Choice {
  if (!before) return choice
  const { value, assignee, seen, seenAssignee } = before.choice
  return before.isMade
    ? { ...choice, seen: value, seenAssignee: assignee }
    : { ...choice, seen, seenAssignee }
}

const hasData = ({ state }: Query) => state.data !== undefined

const lastMade = createStore<{ ticketId: string; field: ChangeField } | null>(null)

/** Records that the user set a field, by any control. */
export const recordChange = (ticketId: string, field: ChangeField) => lastMade.set({ ticketId, field })

/** @returns the unsubscriber */
export const onMade = (ticketId: string, act: (field: ChangeField) => void) =>
  lastMade.subscribe(() => {
    const made = lastMade.get()
    if (made?.ticketId === ticketId) act(made.field)
  })

async function takeIn(client: QueryClient, changed: Ticket): Promise<void> {
  // A list requested before the change would restore the old state for a moment.
  await client.cancelQueries({ queryKey: ticketKeys.lists, predicate: hasData })
  placeTicket(client, changed)
  recordOwnAct()
}

/** Only the detail has the description, so a newer one is loaded for a choice of that. */
async function withDescription(
  client: QueryClient,
  seen: Changeable,
  { field }: Choice,
): Promise<Changeable> {
  const known: Changeable = newestOf(seen)
  if (field !== 'description' || known.version <= seen.version) return known
  await refreshTicket(client, known.id)
  const description = loadedDetail<Changeable>(client, known.id)?.description
  return description === undefined ? known : { ...known, description }
}

/** Sends the newest version; a choice on an older one is rebased while its field is unchanged. */
async function send(client: QueryClient, seen: Ticket, choice: Choice, tries = mostTries): Promise<Answer> {
  const known = await withDescription(client, seen, choice)
  const todo = known.version > seen.version ? onNewerTicket(choice, known) : 'send'
  if (todo === 'done') return { ticket: known }
  if (todo === 'ask' || tries === 0) return { met: known }
  const { id, version } = known
  try {
    const sent = { params: { id }, body: asChange(choice) }
    // Retries are safe: a repetition is refused, and the ticket has the value.
    const changed = await untilAnswered(() => call(ticketApi.change, sent, { ifMatch: `"${version}"` }))
    await takeIn(client, changed)
    return { ticket: changed, back: opposite(choice) }
  } catch (error) {
    const current = ticketAsItIs(error)
    if (!current) throw error
    placeTicket(client, current)
    // The refusal lacks comments and other related data.
    void refreshTicket(client, id)
    return send(client, seen, choice, tries - 1)
  }
}

/** Changes optimistically, with rollback. The only path: it never overwrites values the user has not seen. */
export const changeTicket = (client: QueryClient) =>
  mutationOptions({
    async mutationFn(change: Change): Promise<Answer> {
      const { ticket } = change
      const takeAway = applyOptimistically(ticket.id, change.choice)
      try {
        return await serialize(ticket.id, async () => {
          change.choice = afterOwn(change)
          const answer = await send(client, ticket, change.choice)
          change.isMade = 'ticket' in answer
          if (change.isMade) recordChange(ticket.id, change.choice.field)
          return answer
        })
      } finally {
        change.before = undefined
        takeAway()
        endChange(change)
      }
    },
    onSettled(_answer, _error, { ticket }) {
      refreshAfterOwn(client)
      void refresh(client, { queryKey: ticketKeys.history(ticket.id) })
    },
  })

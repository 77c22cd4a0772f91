import { mutationOptions, type Query, type QueryClient } from '@tanstack/react-query'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { call } from '#platform/web/call.ts'
import { createStore } from '#platform/web/store.ts'
import { untilAnswered } from '#platform/web/drafts/until-answered.ts'
import { refresh } from '#platform/web/query-client.ts'
import { ticketApi, type Ticket } from '../../contract.ts'
import { placeTicket, refreshAfterOwn, refreshTicket, ticketKeys } from '../api.ts'
import {
  asChange,
  onNewerTicket,
  opposite,
  ticketAsItIs,
  type ChangeField,
  type Choice,
} from './change-choice.ts'
import { newestOf, recordOwnAct } from '../latest-known.ts'
import { applyOptimistically } from '../pending.ts'

/** A choice on its way to the server. */
interface Change {
  /** As the person saw it. */
  ticket: Ticket
  choice: Choice
  /** Their own choice for the same field that is not answered yet. */
  before: Change | undefined
  /** The server has it. */
  isMade: boolean
  /** A later choice of theirs for the same field has taken its place. */
  isSuperseded: boolean
}

/**
 * How it went. `back` takes the change back; absent when somebody else had made the same one already. With `met` somebody else has set
 * the field to a third value, and nothing was changed.
 */
export type Answer = { ticket: Ticket; back?: Choice } | { met: Ticket }

/** How often a change is sent again because other fields have changed under it. */
const mostTries = 4

const latest = new Map<string, Change>()
const placeOf = ({ ticket, choice }: Pick<Change, 'ticket' | 'choice'>) => `${ticket.id} ${choice.field}`

/** Begins a change; undefined when the very same is on its way, as after a double click. It is made by `changeTicket`. */
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

/** Makes the changes of one ticket one after another, so that each is based on the answer to the one before. */
const serialize = createKeyedMutex()

/** The choice after the person's own former choice was answered: the value which that has set is the value they have seen. */
function afterOwn({ choice, before }: Change): Choice {
  if (!before) return choice
  const { value, assignee, seen, seenAssignee } = before.choice
  return before.isMade
    ? { ...choice, seen: value, seenAssignee: assignee }
    : { ...choice, seen, seenAssignee }
}

const hasData = ({ state }: Query) => state.data !== undefined

const lastMade = createStore<{ ticketId: string; field: ChangeField } | null>(null)

/** Tells that the person has set a field of a ticket, by whatever way. */
export const recordChange = (ticketId: string, field: ChangeField) => lastMade.set({ ticketId, field })

/** Calls with every field of this ticket that the person has set. @returns a function that ends it */
export const onMade = (ticketId: string, act: (field: ChangeField) => void) =>
  lastMade.subscribe(() => {
    const made = lastMade.get()
    if (made?.ticketId === ticketId) act(made.field)
  })

/** Shows the ticket as the server has it now. */
async function takeIn(client: QueryClient, changed: Ticket): Promise<void> {
  // A list that was asked for before the change would bring the old state back for a moment.
  await client.cancelQueries({ queryKey: ticketKeys.lists, predicate: hasData })
  placeTicket(client, changed)
  recordOwnAct()
}

/**
 * Sends a choice, with the newest version the browser knows of. Where that is newer than what the person saw, as after a refusal or a live
 * update, the choice is made upon it as long as nobody else has set the same field.
 */
async function send(client: QueryClient, seen: Ticket, choice: Choice, tries = mostTries): Promise<Answer> {
  const known = newestOf(seen)
  const todo = known.version > seen.version ? onNewerTicket(choice, known) : 'send'
  if (todo === 'done') return { ticket: known }
  if (todo === 'ask' || tries === 0) return { met: known }
  const { id, version } = known
  try {
    const sent = { params: { id }, body: asChange(choice) }
    // Made again after it was done, it is refused, and the ticket then has the value.
    const changed = await untilAnswered(() => call(ticketApi.change, sent, { ifMatch: `"${version}"` }))
    await takeIn(client, changed)
    return { ticket: changed, back: opposite(choice) }
  } catch (error) {
    const current = ticketAsItIs(error)
    if (!current) throw error
    placeTicket(client, current)
    // Other news of the ticket, such as comments, did not come with the refusal.
    void refreshTicket(client, id)
    return send(client, seen, choice, tries - 1)
  }
}

/**
 * Changes a ticket: shown at once in every list and in the detail, taken back when it fails. The one way by which the browser changes
 * tickets: it never overwrites what the person has not seen.
 */
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

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { peopleOfTicket } from '#features/participants/web/api.ts'
import { categories, categoryWords, type TextField } from '#features/tickets/contract.ts'
import { choiceOf } from '#features/tickets/web/change/change-choice.ts'
import type { TicketChanges } from '#features/tickets/web/change/use-ticket-changes.ts'
import { useWithPending, withChoice } from '#features/tickets/web/pending.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { bringOut } from '#platform/web/actions/use-focus-action.ts'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { useSettled } from '#platform/web/hooks/use-settled.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { useEscape } from '#platform/web/ui/overlay/use-escape.ts'
import { WordOptions } from '#platform/web/ui/word-options.tsx'
import type { TicketDetail } from '../../contract.ts'
import { Managed } from './managed.tsx'

interface FactsProps {
  ticket: TicketDetail
  changes: TicketChanges
}

/** Edits the facts in place; each is saved by itself, as soon as it is chosen or left. */
export function TicketFacts({ focusCount, ...props }: FactsProps & { focusCount: number }) {
  const isOnline = useOnline()
  return (
    <div
      title={isOnline ? undefined : i18n.t('You are offline.')}
      className="mb-3 flex min-w-0 flex-col gap-3"
    >
      <TextFact {...props} field="subject" focusCount={focusCount} />
      <TextFact {...props} field="description" />
      <fieldset disabled={!isOnline} className="contents">
        <CategoryFact {...props} />
      </fieldset>
      <TextFact {...props} field="customerName" />
      <TextFact {...props} field="productName" />
      <TextFact {...props} field="projectName" />
      <fieldset disabled={!isOnline} className="contents">
        <RequesterFact {...props} />
      </fieldset>
    </div>
  )
}

const labels: Record<TextField, string> = words({
  subject: () => i18n.t('Subject'),
  description: () => i18n.t('Description'),
  customerName: () => i18n.t('Customer'),
  productName: () => i18n.t('Product'),
  projectName: () => i18n.t('Project'),
})
const longest: Record<TextField, number> = {
  subject: limits.subject,
  description: limits.description,
  customerName: limits.name,
  productName: limits.name,
  projectName: limits.name,
}

interface TextFactProps extends FactsProps {
  field: TextField
  focusCount?: number
}

/**
 * Enter and leaving save; Escape in it takes the former text back. Offline it keeps focus and text: letters typed on
 * would be commands.
 */
function TextFact({ ticket, changes, field, focusCount = 0 }: TextFactProps) {
  const isOnline = useOnline()
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focusCount === 0 || !input.current) return
    bringOut(input.current)
    input.current.focus()
    input.current.select()
  }, [focusCount])
  const shown = useWithPending()(ticket)
  const kept = changes.of(field)
  const present = (kept ? withChoice(shown, kept) : shown)[field] ?? ''
  /** With the ticket as it was when its person began to type, so that nothing unseen is overwritten. */
  const [typed, setTyped] = useState<{ text: string; seen: TicketDetail }>()
  useEscape(typed !== undefined, () => {
    if (document.activeElement !== input.current) return false
    return setTyped(undefined)
  })
  const text = typed?.text ?? present
  const isMissing = field !== 'projectName' && typed !== undefined && text.trim() === ''

  function save(): void {
    if (!typed || isMissing) return
    const wanted = text.trim()
    setTyped(undefined)
    if (wanted !== present) void changes.save(choiceOf(typed.seen, field, wanted || null), typed.seen)
  }
  // Going back in the browser takes the field away without a blur.
  const leave = useEffectEvent(save)
  useEffect(() => () => leave(), [])

  function press(event: KeyboardEvent): void {
    const isLine = field !== 'description' || event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || !isLine || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (isOnline) save()
  }
  const control = {
    ref: input,
    value: text,
    maxLength: longest[field],
    readOnly: !isOnline,
    onChange: (event: { target: { value: string } }) =>
      setTyped({ text: event.target.value, seen: typed?.seen ?? ticket }),
    onBlur: save,
    onKeyDown: press,
  }
  return (
    <Managed ticket={ticket} changes={changes} field={field}>
      <Field
        label={labels[field]}
        error={isMissing ? i18n.t('{field} is required', { field: labels[field] }) : undefined}
      >
        {field === 'description' ? (
          <Textarea {...control} rows={6} />
        ) : (
          <Input {...control} autoComplete="off" />
        )}
      </Field>
    </Managed>
  )
}

function CategoryFact({ ticket, changes }: FactsProps) {
  const shown = useWithPending()(ticket)
  const kept = changes.of('category')
  return (
    <Managed ticket={ticket} changes={changes} field="category">
      <Field label={i18n.t('Category')}>
        <Select
          isInstant
          value={kept?.value ?? shown.category}
          onChange={(event) => {
            const chosen = categories.find((one) => one === event.target.value)
            if (chosen) void changes.save(choiceOf(shown, 'category', chosen))
          }}
        >
          <WordOptions values={categories} words={categoryWords} />
        </Select>
      </Field>
    </Managed>
  )
}

const askAfterMs = 200

function RequesterFact({ ticket, changes }: FactsProps) {
  const shown = useWithPending()(ticket)
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), askAfterMs)
  const people = useQuery(peopleOfTicket(ticket.id, q))
  const kept = changes.of('createdById')
  const value = kept?.value ?? shown.createdById
  function choose(id: string) {
    const person = people.data?.find((one) => one.id === id)
    if (person && id !== value) void changes.save(choiceOf(shown, 'createdById', id, person))
  }
  return (
    <Managed ticket={ticket} changes={changes} field="createdById">
      <Field label={i18n.t('Requester')} hint={i18n.t('Reads the chat of this ticket from its beginning.')}>
        <Combobox
          options={(people.data ?? []).map((person) => ({ value: person.id, label: nameOf(person) }))}
          value={value}
          valueLabel={nameOf(kept?.assignee ?? shown.createdBy)}
          onType={setTyped}
          isOld={typed.trim() !== q || people.isPlaceholderData}
          onValueChange={choose}
          emptyText={noOneWords(people)}
        />
      </Field>
    </Managed>
  )
}

function noOneWords({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isPending) return i18n.t('Loading people...')
  return isError
    ? i18n.t('The people of the client could not be loaded.')
    : i18n.t('No one found at this client')
}

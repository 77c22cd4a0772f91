import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { everything } from '#features/search/web/api.ts'
import { StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { useSettled } from '#platform/web/hooks/use-settled.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import type { ComboboxOption } from '#platform/web/ui/form/use-combobox.ts'
import type { InboundMail } from '../../contract.ts'

const askAfterMs = 150

interface TicketPickerProps {
  suggested: InboundMail['ticket']
  value: string
  onValueChange(id: string): void
}

/** Searches tickets by number or words; before anything is typed it offers the suggested one. */
export function TicketPicker({ suggested, value, onValueChange }: TicketPickerProps) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), askAfterMs)
  const found = useQuery(everything(q))
  const first: ComboboxOption[] = suggested
    ? [
        {
          value: suggested.id,
          label: `${suggested.ticketNumber} ${suggested.subject}`,
          hint: i18n.t('Suggested'),
        },
      ]
    : []
  const hits = (found.data?.tickets ?? []).map(({ id, ticketNumber, subject, status }): ComboboxOption => ({
    value: id,
    label: `${ticketNumber.text} ${subject.text}`,
    badge: <StatusBadge status={status} />,
  }))
  const options = typed.trim() === '' ? first : hits
  const [picked, pick] = useState(first[0])
  return (
    <Combobox
      options={options}
      value={value}
      {...(picked?.value === value && { valueLabel: picked.label })}
      onType={setTyped}
      isOld={typed.trim() !== q || found.isPlaceholderData}
      onValueChange={(id) => {
        pick(options.find((option) => option.value === id))
        onValueChange(id)
      }}
      emptyText={emptyText(typed.trim() !== '', found)}
      placeholder={i18n.t('Search by number or words')}
    />
  )
}

function emptyText(isTyped: boolean, { isFetching, isError }: { isFetching: boolean; isError: boolean }) {
  if (!isTyped) return i18n.t('Type a number or words')
  if (isError) return i18n.t('The tickets could not be searched')
  return isFetching ? i18n.t('Searching...') : i18n.t('No tickets found')
}

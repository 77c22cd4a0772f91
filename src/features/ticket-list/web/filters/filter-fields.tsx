import { Suspense, useId, useState, type ComponentType } from 'react'
import {
  listFilters,
  type FilterKey,
  type FilterKind,
  type TicketFilter,
} from '#features/tickets/list/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { useTypedText } from '#platform/web/hooks/use-typed-text.ts'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { ClientFilter } from './client-filter.tsx'
import { SeveralValues } from './lazy-several-values.ts'
import { countOf, type Choice, type FilterChoices } from './filter-choices.ts'
import type { Sorting } from './filter-state.ts'

export interface Filtering {
  filter: TicketFilter
  /** Fixed filter of the screen. */
  within?: TicketFilter | undefined
  sorting: Sorting
  choices: FilterChoices
  /** `isTyping` marks a pause in a text, which adds no history entry. */
  onChange(key: FilterKey, value: string | undefined, isTyping?: boolean): void
  onClear(): void
  onSort(next: Required<Sorting>): void
}

interface FilterControlProps extends Pick<Filtering, 'filter' | 'choices' | 'onChange'> {
  name: FilterKey
  isLabelled?: boolean
  /** Absent until loaded. */
  counts?: Readonly<Record<string, number>> | undefined
  suggestions?: readonly string[] | undefined
}

export function FilterControl({
  name,
  filter,
  choices,
  onChange,
  counts,
  suggestions,
  isLabelled = false,
}: FilterControlProps) {
  const { kind, label, none, isMany, offered } = listFilters[name]
  const Control = isMany ? ManyControl : controls[kind]
  const set = filter[name] ?? ''
  return (
    <Control
      value={set}
      placeholder={none}
      options={
        choices[name]?.filter(({ value }) => !offered || value === set || offered.includes(value)) ?? []
      }
      counts={counts}
      suggestions={suggestions}
      onChange={(value, isTyping) => onChange(name, value, isTyping)}
      aria-label={isLabelled ? undefined : label}
      kind={kind}
      label={label}
    />
  )
}

interface ControlProps extends Pick<FilterControlProps, 'counts' | 'suggestions'> {
  value: string
  placeholder: string
  options: readonly Choice[]
  onChange(value: string, isTyping?: boolean): void
  'aria-label': string | undefined
}

/** Entry that switches to several values. */
const several: Choice = {
  value: ',',
  get label() {
    return i18n.t('Choose several…')
  },
}

/** Draws a select for one value, check boxes for several. */
function ManyControl({ kind, label, ...props }: ControlProps & { kind: FilterKind; label: string }) {
  const { value, options, placeholder, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const isSeveral = value.includes(several.value)
  const Control = controls[kind]
  return (
    <>
      {!isSeveral && (
        <Control
          {...props}
          options={[...options, several]}
          onChange={(next) => (next === several.value ? setOpen(true) : onChange(next))}
        />
      )}
      {(isSeveral || isOpen) && (
        <Suspense fallback={isSeveral && <Input disabled placeholder={placeholder} aria-label={label} />}>
          <SeveralValues
            {...props}
            label={label}
            isOpen={isOpen}
            onOpenChange={setOpen}
            onChange={(next) => onChange(next, true)}
          />
        </Suspense>
      )}
    </>
  )
}

function ClientControl({ value, placeholder, options, counts, onChange, 'aria-label': label }: ControlProps) {
  return (
    <ClientFilter
      options={options.map((option) => ({
        ...option,
        ...(counts && option !== several && { hint: countOf(counts, option.value) }),
      }))}
      value={value}
      placeholder={placeholder}
      onChange={onChange}
      aria-label={label}
    />
  )
}

function ChoiceControl({
  value,
  placeholder,
  options,
  counts,
  onChange,
  unknown = i18n.t('Someone else'),
  'aria-label': label,
}: ControlProps & { unknown?: string }) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <Select
      isInstant
      value={value}
      onChange={(event) => {
        // Check boxes open and take the focus.
        if (event.target.value === several.value) event.stopPropagation()
        onChange(event.target.value)
      }}
      aria-label={label}
    >
      <option value="">{placeholder}</option>
      {options.map((option) => (
        <option
          key={option.value}
          value={option.value}
          data-hint={
            counts && !isSystemList && option !== several ? countOf(counts, option.value) : undefined
          }
        >
          {option.label}
          {counts && isSystemList && option !== several && ` (${countOf(counts, option.value)})`}
        </option>
      ))}
      {!isKnown && <option value={value}>{unknown}</option>}
    </Select>
  )
}

const LabelControl = (props: ControlProps) => <ChoiceControl {...props} unknown={i18n.t('A deleted label')} />

/** Native lists show text only, without a place for counts. */
const isSystemList = !CSS.supports('appearance: base-select') || !matchMedia('(pointer: fine)').matches

function TextControl({ value, placeholder, suggestions, onChange, 'aria-label': label }: ControlProps) {
  const { text, type, leave } = useTypedText(value, (typed) => onChange(typed, true))
  const listId = useId()
  return (
    <>
      <Input
        autoComplete="off"
        maxLength={limits.search}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        placeholder={placeholder}
        aria-label={label}
        {...(suggestions && { list: listId })}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** Chooses controls by kind. A requester filter offers only its present value. */
const controls: Record<FilterKind, ComponentType<ControlProps>> = {
  text: TextControl,
  choice: ChoiceControl,
  person: ChoiceControl,
  client: ClientControl,
  label: LabelControl,
  requester: ChoiceControl,
}

import { Suspense, useId } from 'react'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import type { TicketFilter } from '../../list/contract.ts'
import { filterWords, type FilterChoices } from './filter-choices.ts'
import type { FilterKey, Sorting } from './filter-state.ts'
import { useTypedText } from '#platform/web/hooks/use-typed-text.ts'

const ClientFilter = lazyPart(() => import('./client-filter.tsx'), 'ClientFilter')

export interface Filtering {
  filter: TicketFilter
  /** What the screen narrows its list to by itself. */
  within?: TicketFilter | undefined
  sorting: Sorting
  choices: FilterChoices
  /** `isTyping` for every pause in a text, which is no step to go back to. */
  onChange(key: FilterKey, value: string | undefined, isTyping?: boolean): void
  onClear(): void
  onSort(next: Required<Sorting>): void
}

interface FilterControlProps extends Pick<Filtering, 'filter' | 'choices' | 'onChange'> {
  name: FilterKey
  /** Its label stands above it. */
  isLabelled?: boolean
  /** How many tickets each choice would show; absent until they are known. */
  counts?: Readonly<Record<string, number>> | undefined
  /** Texts to offer where any text may be typed. */
  suggestions?: readonly string[] | undefined
}

/** The control of one filter: a searchable picker for companies, a list where the choices are few, else a text. */
export function FilterControl({
  name,
  filter,
  choices,
  onChange,
  counts,
  suggestions,
  isLabelled = false,
}: FilterControlProps) {
  const { label, none } = filterWords[name]
  const value = filter[name] ?? ''
  const options = choices[name]
  const ownLabel = isLabelled ? {} : { 'aria-label': label }
  if (!options)
    return (
      <TextFilter
        value={value}
        placeholder={none}
        suggestions={suggestions}
        onChange={(text) => onChange(name, text, true)}
        {...ownLabel}
      />
    )
  if (name === 'clientId')
    return (
      <Suspense fallback={<Input disabled placeholder={none} {...ownLabel} />}>
        <ClientFilter
          options={options.map((option) => ({
            ...option,
            ...(counts && { hint: countOf(counts, option.value) }),
          }))}
          value={value}
          placeholder={none}
          onChange={(id) => onChange(name, id)}
          {...ownLabel}
        />
      </Suspense>
    )
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <Select value={value} onChange={(event) => onChange(name, event.target.value)} {...ownLabel}>
      <option value="">{none}</option>
      {options.map((option) => (
        <option
          key={option.value}
          value={option.value}
          data-hint={counts && !isSystemList && countOf(counts, option.value)}
        >
          {option.label}
          {counts && isSystemList && ` (${countOf(counts, option.value)})`}
        </option>
      ))}
      {!isKnown && <option value={value}>Somebody else</option>}
    </Select>
  )
}

/** A list that the system draws shows nothing but text, where our own has a place for a number. */
const isSystemList = !CSS.supports('appearance: base-select') || !matchMedia('(pointer: fine)').matches

const countOf = (counts: Readonly<Record<string, number>>, value: string) => String(counts[value] ?? 0)

interface TextFilterProps {
  value: string
  placeholder: string
  suggestions: readonly string[] | undefined
  onChange(text: string): void
  'aria-label'?: string
}

function TextFilter({ value, onChange, suggestions, ...rest }: TextFilterProps) {
  const { text, type, leave } = useTypedText(value, onChange)
  const listId = useId()
  return (
    <>
      <Input
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        {...(suggestions && { list: listId })}
        {...rest}
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

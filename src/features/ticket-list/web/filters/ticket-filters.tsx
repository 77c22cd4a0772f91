import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { listFilters, type FilterKey } from '#features/tickets/list/contract.ts'
import { faultOf, readSearch, tokenWords, withoutToken } from '#features/tickets/list/search/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { useLayout, type Layout } from '#platform/web/hooks/use-layout.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { OpensLater } from '#platform/web/ui/opens-later.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { wordsOf } from './filter-choices.ts'
import { FilterControl, type Filtering } from './filter-fields.tsx'
import { useCounts } from './use-counts.ts'
import { activeKeys, isFiltered } from './filter-state.ts'
import { FiltersButton } from './filters-button.tsx'
import { HiddenFilters } from '../list/list-parts.ts'

interface TicketFiltersProps extends Filtering {
  /** Excludes the search; most used first. */
  names: readonly FilterKey[]
  /** Phone only: stands beside the search, which is an icon until used. */
  beside?: ReactNode
}

/** Filters beside the search; the rest is behind the button. */
const inline: Record<Layout, number> = { wide: 4, folded: 2, narrow: 0 }

export function TicketFilters({ names, beside, ...filtering }: TicketFiltersProps) {
  const { filter, onChange, onClear } = filtering
  const { search = '' } = filter
  const { tokens } = readSearch(search)
  const room = useLayout()
  const isNarrow = room === 'narrow'
  const isSmall = Boolean(beside)
  const hidden = names.slice(inline[room])
  // Filters beside the search show their own values.
  const active = activeKeys(filter).filter((name) => hidden.includes(name))
  return (
    <>
      <div className="sticky-bar flex items-center gap-2 has-[>[role=alert]]:flex-wrap">
        <SearchBox
          value={search}
          onChange={(text) => onChange('search', text, true)}
          fault={faultOf(search)}
          className={cn('max-w-80 flex-1 max-md:max-w-none', beside && 'folding-search')}
        />
        {beside && <div className="min-w-0 flex-1">{beside}</div>}
        {names.slice(0, inline[room]).map((name) => (
          <CountedControl key={name} name={name} {...filtering} />
        ))}
        {hidden.length > 0 && (
          <OpensLater
            what={i18n.t('The other filters')}
            popup="dialog"
            load={HiddenFilters.load}
            renderButton={(closed) => <FiltersButton count={active.length} isSmall={isSmall} {...closed} />}
          >
            {(button) => (
              <HiddenFilters names={hidden} isSheet={isNarrow} {...filtering}>
                {button}
              </HiddenFilters>
            )}
          </OpensLater>
        )}
        {isFiltered(filter) && !isNarrow && (
          <Button variant="ghost" onClick={() => keepFocusThrough(onClear)}>
            {i18n.t('Clear')}
          </Button>
        )}
      </div>
      {active.length + tokens.length > 0 && (
        <ul aria-label={i18n.t('Active filters')} className="flex flex-wrap gap-1.5">
          {tokens.map((token) => (
            <Chip
              key={token.text}
              label={tokenWords[token.name]}
              word={token.value}
              onRemove={() => onChange('search', withoutToken(search, token) || undefined)}
            />
          ))}
          {active.map((name) => (
            <FilterChip key={name} name={name} {...filtering} />
          ))}
          {isNarrow && (
            <li>
              <Button variant="link" size="small" onClick={() => keepFocusThrough(onClear)}>
                {i18n.t('Clear')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

/** Counts choices on hover or focus. */
function CountedControl({ name, ...filtering }: Filtering & { name: FilterKey }) {
  const [isPointed, point] = useState(false)
  const [isFocused, focus] = useState(false)
  const counts = useCounts(filtering, isPointed || isFocused, name)
  return (
    <div
      className={cn('w-36 min-w-0 xl:w-40', filtering.filter[name] && '[&_.input]:border-accent!')}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      onFocus={() => focus(true)}
      onBlur={() => focus(false)}
    >
      <FilterControl name={name} counts={counts?.[name]} {...filtering} />
    </div>
  )
}

function FilterChip({
  name,
  filter,
  choices,
  onChange,
}: Pick<Filtering, 'filter' | 'choices' | 'onChange'> & { name: FilterKey }) {
  const value = filter[name] ?? ''
  const word = choices[name] ? wordsOf(choices[name], value) : value
  return <Chip label={listFilters[name].label} word={word} onRemove={() => onChange(name, undefined)} />
}

const Chip = ({ label, word, onRemove }: { label: string; word: string; onRemove(): void }) => (
  <li className="inline-flex min-w-0 items-center rounded-full bg-selected ps-2.5 text-meta">
    <span className="truncate">
      <span className="text-muted">{label}: </span>
      {word}
    </span>
    <button
      type="button"
      aria-label={i18n.t('Remove filter {label}: {word}', { label, word })}
      className="grid size-6 flex-none place-items-center rounded-full text-muted hover:text-fg pointer-coarse:size-11"
      onClick={() => keepFocusThrough(onRemove)}
    >
      <X aria-hidden className="size-3!" />
    </button>
  </li>
)

import { ListFilter, X } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/popover.tsx'
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '#platform/web/ui/sheet.tsx'
import { filterWords } from './filter-choices.ts'
import { FilterControl, type Filtering } from './filter-fields.tsx'
import { activeKeys, isFiltered, type FilterKey } from './filter-state.ts'
import { SearchBox } from './search-box.tsx'
import { useRoom, type Room } from './use-media.ts'

interface TicketFiltersProps extends Filtering {
  /** The filters of this screen without the search, the most used first. */
  names: readonly FilterKey[]
}

/** How many of them stand beside the search; the others are behind the button. */
const inline: Record<Room, number> = { wide: 4, folded: 2, narrow: 0 }

export function TicketFilters({ names, ...filtering }: TicketFiltersProps) {
  const { filter, onChange, onClear } = filtering
  const room = useRoom()
  const hidden = names.slice(inline[room])
  const active = activeKeys(filter)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <SearchBox
          value={filter.search ?? ''}
          onChange={(text) => onChange('search', text, true)}
          className="max-w-80 flex-1 max-md:max-w-none"
        />
        {names.slice(0, inline[room]).map((name) => (
          <div key={name} className="w-36 min-w-0 xl:w-40">
            <FilterControl name={name} {...filtering} />
          </div>
        ))}
        {hidden.length > 0 && <HiddenFilters names={hidden} isSheet={room === 'narrow'} {...filtering} />}
        {isFiltered(filter) && room !== 'narrow' && (
          <Button variant="ghost" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      {active.length > 0 && (hidden.length > 0 || room === 'narrow') && (
        <ul aria-label="Active filters" className="flex flex-wrap gap-1.5">
          {active.map((name) => (
            <Chip key={name} name={name} {...filtering} />
          ))}
          {room === 'narrow' && (
            <li>
              <Button variant="link" size="small" onClick={onClear}>
                Clear
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function HiddenFilters({ names, isSheet, ...filtering }: TicketFiltersProps & { isSheet: boolean }) {
  const count = activeKeys(filtering.filter).filter((name) => names.includes(name)).length
  const button = (
    <Button>
      <ListFilter aria-hidden />
      Filters
      {count > 0 && (
        <span className="-me-1 min-w-5 rounded-full bg-selected px-1.5 text-meta text-link tabular-nums">
          {count}
        </span>
      )}
    </Button>
  )
  const fields = names.map((name) => (
    <Field key={name} label={filterWords[name].label}>
      <FilterControl name={name} isLabelled {...filtering} />
    </Field>
  ))
  if (isSheet)
    return (
      <Sheet>
        <SheetTrigger asChild>{button}</SheetTrigger>
        <SheetContent
          title="Filters"
          footer={
            <>
              <Button onClick={filtering.onClear}>Clear</Button>
              <SheetClose asChild>
                <Button variant="primary">Done</Button>
              </SheetClose>
            </>
          }
        >
          <div className="flex flex-col gap-4">{fields}</div>
        </SheetContent>
      </Sheet>
    )
  return (
    <Popover>
      <PopoverTrigger asChild>{button}</PopoverTrigger>
      <PopoverContent label="Filters" align="end" className="w-[34rem]">
        <div className="grid grid-cols-2 gap-x-4 gap-y-3">{fields}</div>
      </PopoverContent>
    </Popover>
  )
}

function Chip({ name, filter, choices, onChange }: Omit<Filtering, 'onClear'> & { name: FilterKey }) {
  const value = filter[name] ?? ''
  const word = choices[name]?.find((choice) => choice.value === value)?.label ?? (choices[name] ? '…' : value)
  const { label } = filterWords[name]
  return (
    <li className="inline-flex min-w-0 items-center rounded-full bg-selected ps-2.5 text-meta">
      <span className="truncate">
        <span className="text-muted">{label}: </span>
        {word}
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${label}: ${word}`}
        className="grid size-6 flex-none place-items-center rounded-full text-muted hover:text-fg pointer-coarse:size-11"
        onClick={() => onChange(name, undefined)}
      >
        <X aria-hidden className="size-3!" />
      </button>
    </li>
  )
}

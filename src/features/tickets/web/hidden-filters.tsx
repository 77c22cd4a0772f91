import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/popover.tsx'
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '#platform/web/ui/sheet.tsx'
import { filterWords } from './filter-choices.ts'
import { FilterControl, type Filtering } from './filter-fields.tsx'
import type { FilterKey } from './filter-state.ts'
import { FiltersButton } from './filters-button.tsx'

export interface HiddenFiltersProps extends Filtering {
  names: readonly FilterKey[]
  /** How many of them are set. */
  count: number
  /** As a sheet from the bottom, on a phone. */
  isSheet: boolean
}

/** The filters there is no room for, behind a button. */
export function HiddenFilters({ names, count, isSheet, ...filtering }: HiddenFiltersProps) {
  const fields = names.map((name) => (
    <Field key={name} label={filterWords[name].label}>
      <FilterControl name={name} isLabelled {...filtering} />
    </Field>
  ))
  if (!isSheet)
    return (
      <Popover>
        <PopoverTrigger asChild>
          <FiltersButton count={count} />
        </PopoverTrigger>
        <PopoverContent label="Filters" align="end" className="w-[34rem]">
          <div className="grid grid-cols-2 gap-x-4 gap-y-3">{fields}</div>
        </PopoverContent>
      </Popover>
    )
  return (
    <Sheet>
      <SheetTrigger asChild>
        <FiltersButton count={count} />
      </SheetTrigger>
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
}

import { useQuery } from '@tanstack/react-query'
import { cloneElement, useState, type ComponentProps, type ReactElement } from 'react'
import { labelList } from '#features/labels/web/label-list.ts'
import { productList } from '#features/products/web/api.ts'
import {
  sorts,
  sortWords,
  usualOrder,
  type Order,
  type Sort,
} from '#features/tickets/list/columns/contract.ts'
import { listFilters, type FilterKey } from '#features/tickets/list/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '#platform/web/ui/overlay/sheet.tsx'
import { FilterControl, type Filtering } from './filter-fields.tsx'
import { otherOrder, wholeSorting } from './filter-state.ts'
import { useCounts } from './use-counts.ts'

export interface HiddenFiltersProps extends Filtering {
  names: readonly FilterKey[]
  isSheet: boolean
  /** Trigger. The part loads on its first press, so it starts open. */
  children: ReactElement<ComponentProps<'button'>>
}

export function HiddenFilters({ names, isSheet, children, ...filtering }: HiddenFiltersProps) {
  const [isOpen, setOpen] = useState(true)
  // Keeps the state when the window is resized.
  const opening = { open: isOpen, onOpenChange: setOpen }
  // A remounted trigger must not steal the focus.
  const button = cloneElement(children, { autoFocus: isOpen })
  if (!isSheet)
    return (
      <Popover {...opening}>
        <PopoverTrigger asChild>{button}</PopoverTrigger>
        <PopoverContent
          label={i18n.t('Filters')}
          align="end"
          className="max-h-(--radix-popover-content-available-height) w-[34rem] overflow-y-auto overscroll-contain"
        >
          <div className="grid grid-cols-2 gap-x-4 gap-y-3">
            <Fields names={names} {...filtering} />
          </div>
        </PopoverContent>
      </Popover>
    )
  return (
    <Sheet {...opening}>
      <SheetTrigger asChild>{button}</SheetTrigger>
      <SheetContent
        title={i18n.t('Filters')}
        footer={
          <>
            <Button onClick={filtering.onClear}>{i18n.t('Clear')}</Button>
            <SheetClose asChild>
              <Button variant="primary">{i18n.t('Done')}</Button>
            </SheetClose>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Fields names={names} {...filtering} />
          <SortField {...filtering} />
        </div>
      </SheetContent>
    </Sheet>
  )
}

function Fields({ names, ...filtering }: Filtering & { names: readonly FilterKey[] }) {
  const counts = useCounts(filtering, true)
  // Viewers who may list companies may also list products.
  const mayKnow = filtering.choices.clientId !== undefined && names.includes('productName')
  const products = useQuery({ ...productList(), enabled: mayKnow })
  // Fills the choices of the label, which come from the cache.
  useQuery({ ...labelList(), enabled: names.includes('label') })
  const productNames = [...new Set(products.data?.map(({ name }) => name))]
  return names.map((name) => (
    <Field key={name} label={listFilters[name].label}>
      <FilterControl
        name={name}
        counts={counts?.[name]}
        suggestions={mayKnow && name === 'productName' ? productNames : undefined}
        isLabelled
        {...filtering}
      />
    </Field>
  ))
}

/** Replaces column heads on a phone. */
function SortField({ sorting, onSort }: Pick<Filtering, 'sorting' | 'onSort'>) {
  const { sort, order } = wholeSorting(sorting)
  return (
    <Field label={i18n.t('Sort by')}>
      <Select
        isInstant
        value={`${sort} ${order}`}
        onChange={(event) => {
          const [sort, order] = event.target.value.split(' ') as [Sort, Order]
          onSort({ sort, order })
        }}
      >
        {sorts.flatMap((one) =>
          [usualOrder(one), otherOrder(usualOrder(one))].map((way) => (
            <option key={`${one} ${way}`} value={`${one} ${way}`}>
              {sortWords(one).label}, {sortWords(one).ways[way]}
            </option>
          )),
        )}
      </Select>
    </Field>
  )
}

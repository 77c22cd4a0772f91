import { useQuery } from '@tanstack/react-query'
import { clientList } from '#features/clients/web/api.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { team } from '#features/users/web/api.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { ages, categories, categoryWords, priorities, priorityWords, statusWords, statuses, type Age } from '../../contract.ts'
import { Unassigned } from '../../list/contract.ts'
import type { FilterKey } from './filter-state.ts'

interface Choice {
  value: string
  label: string
}

export const ageWords: Record<Age, string> = {
  today: 'Today',
  week: 'Past week',
  month: 'Past month',
  older: 'Older',
}

const choicesOf = <T extends string>(values: readonly T[], words: Record<T, string>): Choice[] =>
  values.map((value) => ({ value, label: words[value] }))

/** What each filter is called; those with choices also say what none of them is called. */
export const filterWords: Record<FilterKey, { label: string; none: string }> = {
  search: { label: 'Search', none: '' },
  status: { label: 'Status', none: 'All statuses' },
  priority: { label: 'Priority', none: 'All priorities' },
  assignedToId: { label: 'Assignee', none: 'All assignees' },
  clientId: { label: 'Client', none: 'All clients' },
  customerName: { label: 'Customer', none: 'Any customer' },
  productName: { label: 'Product', none: 'Any product' },
  projectName: { label: 'Project', none: 'Any project' },
  category: { label: 'Category', none: 'All categories' },
  ageFilter: { label: 'Age', none: 'Any age' },
}

export type FilterChoices = Partial<Record<FilterKey, readonly Choice[]>>

const fixed: FilterChoices = {
  status: choicesOf(statuses, statusWords),
  priority: choicesOf(priorities, priorityWords),
  category: choicesOf(categories, categoryWords),
  ageFilter: choicesOf(ages, ageWords),
}

const unassigned: Choice = { value: Unassigned, label: 'Unassigned' }

/** The choices of each filter for this viewer; people and companies only for those who may list them. */
export function useFilterChoices(viewer: CurrentUser, keys: readonly FilterKey[]): FilterChoices {
  const isOfDesk = isDesk(viewer)
  const people = useQuery({ ...team(), enabled: isOfDesk && keys.includes('assignedToId') })
  const companies = useQuery({ ...clientList(), enabled: isOfDesk && keys.includes('clientId') })
  if (!isOfDesk) return { ...fixed, assignedToId: [{ value: viewer.id, label: 'Me' }, unassigned] }
  const members = (people.data ?? []).map((person) => ({ value: person.id, label: nameOf(person) }))
  const clients = (companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return { ...fixed, assignedToId: [unassigned, ...members], clientId: clients }
}

import { useQuery } from '@tanstack/react-query'
import { clientNames } from '#features/clients/web/client-list.ts'
import { labelList } from '#features/labels/web/label-list.ts'
import {
  filterKeys,
  listFilters,
  Unassigned,
  Unlabelled,
  valuesIn,
  type FilterKey,
  type FilterKind,
  type TicketFilter,
} from '#features/tickets/list/contract.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { team } from '#features/users/web/api.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { recordOf } from '#platform/contract/records.ts'
import { sideBySide } from '#platform/web/written.ts'

export interface Choice {
  value: string
  label: string
}

/** Counts a choice, which may hold several values. */
export const countOf = (counts: Readonly<Record<string, number>>, value: string) =>
  String(valuesIn(value).reduce((sum, one) => sum + (counts[one] ?? 0), 0))

export const wordsOf = (choices: readonly Choice[] = [], value: string) =>
  sideBySide(value.split(',').map((one) => choices.find((choice) => choice.value === one)?.label ?? '…'))

export type FilterChoices = Readonly<Record<FilterKey, readonly Choice[] | undefined>>

function writtenChoices(key: FilterKey): readonly Choice[] | undefined {
  const { choices } = listFilters[key]
  return choices && Object.entries(choices).map(([value, label]) => ({ value, label }))
}

const unassigned: Choice = {
  value: Unassigned,
  get label() {
    return i18n.t('Unassigned')
  },
}

const unlabelled: Choice = {
  value: Unlabelled,
  get label() {
    return i18n.t('No label')
  },
}

/**
 * Lists the choices of filters. People and companies are offered only to viewers who may list them. Labels are
 * known once they are filtered by, or once the hidden filters have loaded them.
 */
export function useFilterChoices(
  viewer: CurrentUser,
  keys: readonly FilterKey[],
  filter: TicketFilter,
): FilterChoices {
  const isOfDesk = isDesk(viewer)
  const mayList = (kind: FilterKind) => isOfDesk && keys.some((key) => listFilters[key].kind === kind)
  const people = useQuery({ ...team(), enabled: mayList('person') })
  const companies = useQuery({ ...clientNames(), enabled: mayList('client') })
  const labels = useQuery({ ...labelList(), enabled: filter.label !== undefined })
  const members = (people.data ?? []).map((person) => ({ value: person.id, label: nameOf(person) }))
  const clients = (companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const label = [unlabelled, ...(labels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]
  const listed: Partial<Record<FilterKind, readonly Choice[]>> = isOfDesk
    ? { person: [unassigned, ...members], client: clients, label }
    : { person: [{ value: viewer.id, label: i18n.t('Me') }, unassigned], label }
  return recordOf(filterKeys, (key) => writtenChoices(key) ?? listed[listFilters[key].kind])
}

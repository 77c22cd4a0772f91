import { i18n } from '#platform/contract/i18n.ts'

export const pageSize = 10

export const offsetOf = (page: number, size = pageSize) => (page - 1) * size
export const pageCountOf = (total: number, size = pageSize) => Math.max(1, Math.ceil(total / size))

export interface Total {
  total: number
  totalIsAtLeast?: true | undefined
}

/** Formats "12", or "10,000+" for a capped count. */
export const shownTotal = ({ total, totalIsAtLeast }: Total): string =>
  totalIsAtLeast ? `${total.toLocaleString(i18n.locale)}+` : String(total)

/** Formats "Showing 11 to 12 of 12 tickets". */
export function pageSummary(page: number, list: Total, size = pageSize): string {
  const { total } = list
  const first = total === 0 ? 0 : offsetOf(page, size) + 1
  return i18n.t('Showing {first} to {last} of {total} tickets', {
    first,
    last: Math.min(page * size, total),
    total: shownTotal(list),
  })
}

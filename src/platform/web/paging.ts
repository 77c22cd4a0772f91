import { i18n } from '#platform/contract/i18n.ts'

/** Rows on a page of a list. */
export const pageSize = 10

export const offsetOf = (page: number) => (page - 1) * pageSize
export const pageCountOf = (total: number, size = pageSize) => Math.max(1, Math.ceil(total / size))

/** How many there are, or at least how many. */
export interface Total {
  total: number
  totalIsAtLeast?: true | undefined
}

/** Such as "12", or "10,000+" where there are more. */
export const shownTotal = ({ total, totalIsAtLeast }: Total): string =>
  totalIsAtLeast ? `${total.toLocaleString(i18n.locale)}+` : String(total)

/** Such as "Showing 11 to 12 of 12 tickets". */
export function pageSummary(page: number, list: Total): string {
  const { total } = list
  const first = total === 0 ? 0 : offsetOf(page) + 1
  return i18n.t('Showing {first} to {last} of {total} tickets', {
    first,
    last: Math.min(page * pageSize, total),
    total: shownTotal(list),
  })
}

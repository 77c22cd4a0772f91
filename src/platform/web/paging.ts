/** Rows on a page of a list. */
export const pageSize = 10

export const offsetOf = (page: number) => (page - 1) * pageSize
export const pageCountOf = (total: number) => Math.max(1, Math.ceil(total / pageSize))

/** Such as "Showing 11 to 12 of 12 tickets". */
export function pageSummary(page: number, total: number): string {
  const first = total === 0 ? 0 : offsetOf(page) + 1
  return `Showing ${first} to ${Math.min(page * pageSize, total)} of ${total} tickets`
}

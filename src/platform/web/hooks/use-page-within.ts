import { useEffect } from 'react'

/**
 * Leads to the last page when the one that is asked for lies behind it: others may have emptied it, or the address was made up.
 * @param pageCount undefined: not known yet
 * @returns whether it lies behind, so that nothing of it need be shown
 */
export function usePageWithin(
  page: number,
  pageCount: number | undefined,
  toPage: (page: number) => void,
): boolean {
  const isBeyond = pageCount !== undefined && page > pageCount
  useEffect(() => {
    if (isBeyond) toPage(pageCount)
  })
  return isBeyond
}

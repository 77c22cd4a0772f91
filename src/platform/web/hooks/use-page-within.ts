import { useEffect } from 'react'

/**
 * Redirects to the last page from one beyond it, emptied by others or made up.
 * @param pageCount undefined: not known yet
 * @returns whether the page is beyond the last
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

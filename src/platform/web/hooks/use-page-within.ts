import { useEffect } from 'react'

/** Redirects from a page beyond the last, emptied by others or made up. @returns whether the page is beyond it */
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

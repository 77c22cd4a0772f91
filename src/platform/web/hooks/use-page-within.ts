import { useEffect, useEffectEvent } from 'react'

/** Redirects from a page beyond the last, emptied by others or made up. @returns whether the page is beyond it */
export function usePageWithin(
  page: number,
  pageCount: number | undefined,
  toPage: (page: number) => void,
): boolean {
  const isBeyond = pageCount !== undefined && page > pageCount
  const toLast = useEffectEvent(toPage)
  // Once, not at each render: a navigation renders while it is under way, and another would cancel it.
  useEffect(() => {
    if (isBeyond) toLast(pageCount)
  }, [isBeyond, pageCount])
  return isBeyond
}

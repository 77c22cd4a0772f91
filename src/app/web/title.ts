import { useEffect } from 'react'
import { productName } from '#app/product.ts'

/** Names the window, or the tab, after the screen that shows; `undefined` leaves that to another part. */
export function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${productName}`
  }, [title])
}

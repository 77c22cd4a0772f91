import { useEffect } from 'react'
import { productName } from '#app/product.ts'

let shownTitle = ''
let waiting = 0

function show(): void {
  if (shownTitle === '') return
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${shownTitle} · ${productName}`
}

/** Sets the title of the window; `undefined` leaves it to another part. */
export function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    shownTitle = title
    show()
  }, [title])
}

export function setTitleCount(count: number): void {
  waiting = count
  show()
}

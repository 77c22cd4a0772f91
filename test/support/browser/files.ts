import type { Page } from '@playwright/test'
import { content } from '#test/files.ts'

/** As an input takes it. */
export const file = (name: string, bytes: Buffer) => ({ name, mimeType: '', buffer: bytes })

/** Drops a file over the page as a hand does. */
export const dropOn = (page: Page, selector: string, files: [string, string][]) =>
  page.evaluate(
    ([at, names]) => {
      const dataTransfer = new DataTransfer()
      for (const [name, text] of names) dataTransfer.items.add(new File([text], name))
      const target = document.querySelector(at)
      for (const type of ['dragenter', 'dragover', 'drop'])
        target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [selector, files] as const,
  )

/** Pastes as a hand does: a screenshot, or cells of a table, which bring a picture of themselves. */
export const paste = (page: Page, selector: string, kind: 'image' | 'cells') =>
  page.evaluate(
    ([at, what, png]) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      if (what === 'cells') clipboardData.setData('text/plain', 'a\tb')
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector(at)?.dispatchEvent(event)
      return event.defaultPrevented
    },
    [selector, kind, content.png.toString('base64')] as const,
  )

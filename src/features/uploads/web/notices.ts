import type Uppy from '@uppy/core'
import type { Body, Meta } from '@uppy/core'
import type { Notice } from './file-row.ts'

const errorsAtMost = 4

/** Keeps order; limits errors to the last few. */
function few(notices: readonly Notice[]): Notice[] {
  const errors = notices.filter(({ isError }) => isError)
  const shown = new Set(errors.slice(-errorsAtMost))
  return notices.filter((notice) => !notice.isError || shown.has(notice))
}

/** Shows the lost connection until reconnection; the engine's own notice disappears at once. */
export function passNotices(uppy: Uppy<Meta, Body>, onNotices: (notices: Notice[]) => void): void {
  const offline = { text: uppy.i18n('noInternetConnection'), isError: true }
  let isOffline = false

  function showNotices(): void {
    const said = uppy
      .getState()
      .info.map(({ message, type }) => ({ text: message, isError: type === 'error' }))
      .filter(({ text }) => text !== offline.text)
    onNotices([...(isOffline ? [offline] : []), ...few(said)])
  }
  uppy.on('is-offline', () => (isOffline = true))
  uppy.on('is-online', () => {
    const wasOffline = isOffline
    isOffline = false
    if (wasOffline) showNotices()
  })
  uppy.on('info-visible', showNotices)
  uppy.on('info-hidden', showNotices)
}

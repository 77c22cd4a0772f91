import { setNonce } from 'get-nonce'
import { flushSync } from 'react-dom'

// What the primitives of dialogs, menus and popovers need of the page. Imported beside each of them.

// The scroll lock adds a <style>; without the page's nonce the browser refuses it.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
if (nonce) setNonce(nonce)

/** What the layers are told when one is added or taken away. */
const layersChanged = 'dismissableLayer.update'
let isTelling = false

// A new layer is given the Escape key one render after it is drawn, and on a busy machine a key in between closes what lies below, or
// nothing. So the layers are told a second time, in a render that is done before anything is painted.
document.addEventListener(layersChanged, () => {
  if (isTelling) return
  queueMicrotask(() => {
    isTelling = true
    flushSync(() => document.dispatchEvent(new CustomEvent(layersChanged)))
    isTelling = false
  })
})

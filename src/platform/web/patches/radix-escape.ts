import { flushSync } from 'react-dom'

/*
 * Radix gives a new layer the Escape key one render too late (radix-ui/primitives, issue 4143): a key in between closes the layer below, or
 * nothing. So notify the layers again, in a render before painting. `test/e2e/screens/layers.spec.ts` fails without it; once the issue is
 * closed, try that first.
 */

/** Event of Radix about added and removed layers. */
const layersChanged = 'dismissableLayer.update'
let isTelling = false

document.addEventListener(layersChanged, () => {
  if (isTelling) return
  queueMicrotask(() => {
    isTelling = true
    flushSync(() => document.dispatchEvent(new CustomEvent(layersChanged)))
    isTelling = false
  })
})

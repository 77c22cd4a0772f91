import { flushSync } from 'react-dom'

/*
 * Radix gives a new layer the Escape key one render after it is drawn (radix-ui/primitives, issue 4143). On a busy machine a key in
 * between closes the layer below, or nothing. So the layers are told of a change a second time, in a render that is done before
 * anything is painted. `test/e2e/screens/layers.spec.ts` fails without it; once the issue is closed, try that first.
 */

/** The event by which Radix's layers tell each other that one was added or taken away. */
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

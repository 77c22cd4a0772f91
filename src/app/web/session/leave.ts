import { endLive } from '#features/live/web/live.ts'
import { forgetDrafts } from '#platform/web/drafts/forget-drafts.ts'

/** After this time the page has not been left: the browser may have asked to stay because of unsaved changes. */
const goneWithinMs = 10_000

let leftAt = -Infinity

/** Whether this page is about to go to the address for signing out. Calls in the meantime are refused, and that is not reported. */
export const isLeaving = () => performance.now() - leftAt < goneWithinMs

/** To be called just before this page signs out by going to the address for it. */
export function leave(): void {
  leftAt = performance.now()
  forgetDrafts()
  endLive()
}

import { endLive } from '#features/live/web/live.ts'
import { forgetDrafts } from '#platform/web/drafts/forget-drafts.ts'

/** After this time the page has not been left: the browser may have asked to stay because of unsaved changes. */
const goneWithinMs = 10_000

let leftAt = -Infinity

/** True while the page goes to the address for signing out. Refused calls are not reported then. */
export const isLeaving = () => performance.now() - leftAt < goneWithinMs

/** To be called just before the page goes to the address for signing out. */
export function leave(): void {
  leftAt = performance.now()
  forgetDrafts()
  endLive()
}

import { endLive } from '#features/live/web/live.ts'
import { forgetDrafts } from '#platform/web/drafts/forget-drafts.ts'

/** Whoever is still here after that has not left: the browser may have asked them to stay for what they have not saved. */
const goneWithinMs = 10_000

let leftAt = -Infinity

/** Whether this page is about to go to the address for signing out. What it asks for meanwhile is refused, and no news to anybody. */
export const isLeaving = () => performance.now() - leftAt < goneWithinMs

/** To be called just before this page signs out by going to the address for it. */
export function leave(): void {
  leftAt = performance.now()
  forgetDrafts()
  endLive()
}

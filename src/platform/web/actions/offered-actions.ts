import { actionOffers, type Action, type OfferedAction } from './actions.ts'

/** What can be done now, each action by whoever was mounted last of those that offer it. */
export function listOffered(): readonly OfferedAction[] {
  const byId = new Map<string, OfferedAction>()
  for (const { current } of actionOffers.get())
    for (const action of current) if (!byId.has(action.id)) byId.set(action.id, action)
  return [...byId.values()]
}

/** The same, drawn anew as components come and go. */
export function useOffered(): readonly OfferedAction[] {
  actionOffers.use()
  return listOffered()
}

const offerWithinMs = 3000

/** Does it as soon as somebody who is about to be drawn offers it. */
export function runWhenOffered({ id }: Action): void {
  const until = performance.now() + offerWithinMs
  const seek = () => {
    const offered = listOffered().find((one) => one.id === id)
    if ((!offered || offered.run() === false) && performance.now() < until) requestAnimationFrame(seek)
  }
  requestAnimationFrame(seek)
}

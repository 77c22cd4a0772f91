import { withAsides } from './asides.ts'
import { products } from './cast.ts'
import { withChats } from './chats.ts'
import { plotHistory, type Plot } from './history.ts'
import { workingTime } from './working-hours.ts'

/** The newest tickets are as fresh as they say, also at night and on Sundays. */
const realMinutes = 60
const minuteMs = 60_000

/** The whole story, ticket by ticket from the oldest to the newest; the same every time. */
export function plotStory(howManyTickets: number): Plot[] {
  const ownProducts = products.flatMap(({ name, company }) => (company ? [[name, company] as const] : []))
  return withChats(withAsides(plotHistory(new Map(ownProducts), howManyTickets)))
}

/** @returns a function from minutes ago, as plots count them, to the moment they lead to */
export function storyTime(now: Date, timeZone: string): (minutesAgo: number) => Date {
  const atWork = workingTime(now, timeZone)
  return (minutesAgo) =>
    minutesAgo < realMinutes ? new Date(now.getTime() - minutesAgo * minuteMs) : atWork(minutesAgo)
}

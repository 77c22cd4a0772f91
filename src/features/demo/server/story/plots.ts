import { withAsides } from './asides.ts'
import { products } from './cast.ts'
import { withChats } from './chats.ts'
import { plotHistory, type Plot } from './history.ts'
import { workingTime } from './working-hours.ts'

/** Minutes in real time, so that the newest tickets are fresh at night and on Sundays. */
const realMinutes = 60
const minuteMs = 60_000

export function plotStory(howManyTickets: number): Plot[] {
  const ownProducts = products.flatMap(({ name, company }) => (company ? [[name, company] as const] : []))
  return withChats(withAsides(plotHistory(new Map(ownProducts), howManyTickets)))
}

/** @returns a function from a plot's minutes ago to a time */
export function storyTime(now: Date, timeZone: string): (minutesAgo: number) => Date {
  const atWork = workingTime(now, timeZone)
  return (minutesAgo) =>
    minutesAgo < realMinutes ? new Date(now.getTime() - minutesAgo * minuteMs) : atWork(minutesAgo)
}

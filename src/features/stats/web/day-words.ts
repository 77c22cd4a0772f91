/** A calendar day is the same one wherever its reader is, so it is written in the zone in which it was read. */
const utc = { timeZone: 'UTC' } as const
const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', ...utc })
const long = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', ...utc })

/** @param day such as 2026-07-05 */
export const shortDay = (day: string) => short.format(new Date(day))
export const longDay = (day: string) => long.format(new Date(day))

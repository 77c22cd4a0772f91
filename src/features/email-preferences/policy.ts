import type { Frequency, NotificationType } from './contract.ts'

/** What decides whether and when a user is mailed about something. */
export interface Wish {
  frequency: Frequency
  isEnabled: boolean
}

export type Rhythm = 'immediate' | 'daily' | 'weekly'

const ownRhythm: Partial<Record<NotificationType, Rhythm>> = {
  daily_summary: 'daily',
  weekly_summary: 'weekly',
}

/** What counts for who has not said otherwise. */
export const defaultWish = (type: NotificationType): Wish => ({
  frequency: ownRhythm[type] ?? 'immediate',
  isEnabled: true,
})

/** When mails of this type go out; undefined: never. There is nothing to summarise at once, so a summary then keeps its own rhythm. */
export function rhythmOf(type: NotificationType, { frequency, isEnabled }: Wish): Rhythm | undefined {
  if (!isEnabled || frequency === 'never') return undefined
  return frequency === 'immediate' ? (ownRhythm[type] ?? 'immediate') : frequency
}

/** Types that tell of a stretch of time; the others tell of events. */
export const isSummary = (type: NotificationType): boolean => ownRhythm[type] !== undefined

const textedTypes: readonly NotificationType[] = ['assignment_notifications', 'status_changes']

/** Whether who wants texts gets one about this: of what is short, and only of what they want to know at once. */
export const isTexted = (type: NotificationType, wish: Wish): boolean =>
  textedTypes.includes(type) && rhythmOf(type, wish) === 'immediate'

import type { Frequency, NotificationType } from './contract.ts'

/** Decides whether and when a user is mailed about something. */
export interface Preference {
  frequency: Frequency
  isEnabled: boolean
}

export type Cadence = 'immediate' | 'daily' | 'weekly'

const ownCadence: Partial<Record<NotificationType, Cadence>> = {
  daily_summary: 'daily',
  weekly_summary: 'weekly',
}

/** Preference of a user who has not chosen another one. */
export const defaultPreference = (type: NotificationType): Preference => ({
  frequency: ownCadence[type] ?? 'immediate',
  isEnabled: true,
})

/** When mails of this type go out; undefined: never. There is nothing to summarise at once, so a summary then keeps its own cadence. */
export function cadenceOf(type: NotificationType, { frequency, isEnabled }: Preference): Cadence | undefined {
  if (!isEnabled || frequency === 'never') return undefined
  return frequency === 'immediate' ? (ownCadence[type] ?? 'immediate') : frequency
}

/** Types that tell of a stretch of time; the others tell of events. */
export const isSummary = (type: NotificationType): boolean => ownCadence[type] !== undefined

const textedTypes: readonly NotificationType[] = ['assignment_notifications', 'status_changes']

/** Whether a user who wants texts gets one about this: only assignments and status changes, and only with immediate cadence. */
export const isTexted = (type: NotificationType, preference: Preference): boolean =>
  textedTypes.includes(type) && cadenceOf(type, preference) === 'immediate'

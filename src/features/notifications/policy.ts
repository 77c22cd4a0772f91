import type { Frequency, NotificationType } from './contract.ts'

export interface Preference {
  frequency: Frequency
  isEnabled: boolean
}

export type Cadence = 'immediate' | 'daily' | 'weekly'

const ownCadence: Partial<Record<NotificationType, Cadence>> = {
  daily_summary: 'daily',
  weekly_summary: 'weekly',
}

export const defaultPreference = (type: NotificationType): Preference => ({
  frequency: ownCadence[type] ?? 'immediate',
  isEnabled: true,
})

/** Returns the cadence; undefined: never. Summaries cannot be immediate, so they then keep their own. */
export function cadenceOf(type: NotificationType, { frequency, isEnabled }: Preference): Cadence | undefined {
  if (!isEnabled || frequency === 'never') return undefined
  return frequency === 'immediate' ? (ownCadence[type] ?? 'immediate') : frequency
}

/** Summaries tell of a period, other types of events. */
export const isSummary = (type: NotificationType): boolean => ownCadence[type] !== undefined

const textedTypes: readonly NotificationType[] = ['assignment_notifications', 'status_changes']

/** Texts are sent about assignments and status changes only, and only with immediate cadence. */
export const isTexted = (type: NotificationType, preference: Preference): boolean =>
  textedTypes.includes(type) && cadenceOf(type, preference) === 'immediate'

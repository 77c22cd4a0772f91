import { i18n } from '#platform/contract/i18n.ts'
import { writtenMoment } from '#platform/web/written.ts'
import type { Hue } from '#platform/web/ui/badge.tsx'
import type { Frequency } from '../contract.ts'

export const frequencyHue: Record<Frequency, Hue> = {
  immediate: 'red',
  daily: 'blue',
  weekly: 'green',
  never: 'gray',
}

export const lastSent = (at: string | null) =>
  at === null ? i18n.t('Never sent') : i18n.t('Last sent: {time}', { time: writtenMoment(at) })

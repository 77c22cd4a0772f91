import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Demo data')

const aboutDesk = { heading, about: null, isPublic: false } as const

export const demoStarted = defineFact('demo.started', {
  ...aboutDesk,
  says: () => i18n.t('Began to load demo data'),
})
export const demoLoaded = defineFact('demo.loaded', { ...aboutDesk, says: () => i18n.t('Loaded demo data') })
export const demoRemovalStarted = defineFact('demo.removal', {
  ...aboutDesk,
  says: () => i18n.t('Began to remove demo data'),
})
export const demoRemoved = defineFact('demo.removed', {
  ...aboutDesk,
  says: () => i18n.t('Removed demo data'),
})

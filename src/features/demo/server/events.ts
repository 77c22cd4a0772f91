import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutDesk = { about: null, isPublic: false } as const

export const demoStarted = defineFact('demo.started', aboutDesk)
export const demoLoaded = defineFact('demo.loaded', aboutDesk)
export const demoRemovalStarted = defineFact('demo.removal', aboutDesk)
export const demoRemoved = defineFact('demo.removed', aboutDesk)

import { createStore } from '#platform/web/store.ts'

export type Overlay = 'palette' | 'shortcuts' | 'new-ticket' | 'saved-answers' | 'labels'

export const { set: showOverlay, use: useOverlay } = createStore<Overlay | undefined>(undefined)

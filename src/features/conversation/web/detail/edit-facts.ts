import { createStore } from '#platform/web/store.ts'

const asked = createStore(0)

/** Opens the facts of the open ticket for editing, with the focus in the subject. */
export const editSubject = () => asked.set(asked.get() + 1)

/** @returns the unsubscriber */
export const onEditSubject = (act: () => void) => asked.subscribe(act)

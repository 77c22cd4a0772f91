import { i18n } from '#platform/contract/i18n.ts'
import { takeFaultReference } from '../../server-fault.ts'
import { createStore } from '../../store.ts'

type ToastTone = 'default' | 'destructive'

export interface ToastAction {
  label: string
  onAction: () => void
  /** Undoes the act that the toast tells of; the key of `undoLast` does, too, for longer. */
  isUndo?: true
}

export interface ToastOptions {
  title: string
  description?: string
  /** Words for screen readers instead of title and description. */
  spoken?: string | undefined
  tone?: ToastTone
  /** Action such as Undo, which closes the toast. */
  action?: ToastAction | undefined
  /** Name of a place. While that is on the screen, it shows the toast without its action. */
  place?: string | undefined
  /** News of others' changes, replaced by later news. */
  isNews?: boolean
  /** A copy, a download, a draft: the act before it can still be undone. */
  changesNothing?: boolean
}

export type ShownToast = ToastOptions & {
  id: number
  quote?: string | undefined
}

const shown = createStore<ShownToast | null>(null)
let lastId = 0

const undoForMs = 30_000
const lastUndo = createStore<{ undo: () => void } | undefined>(undefined)
let forgetting: ReturnType<typeof setTimeout> | undefined

function rememberUndo(undo: (() => void) | undefined): void {
  clearTimeout(forgetting)
  lastUndo.set(undo && { undo })
  if (undo) forgetting = setTimeout(() => lastUndo.set(undefined), undoForMs)
}

/** @returns true while `undoLast` has an act to undo */
export const useMayUndo = () => lastUndo.use() !== undefined

/** Undoes the last own act of the past 30 seconds, once. @returns false when there is none */
export function undoLast(): boolean {
  const last = lastUndo.get()
  if (!last) return false
  rememberUndo(undefined)
  shown.set(null)
  last.undo()
  return true
}

/** Remembers how to undo the act; a later act without Undo forgets it. */
function withUndo(action: ToastAction | undefined): ToastAction | undefined {
  rememberUndo(action?.isUndo && action.onAction)
  if (!action?.isUndo) return action
  const onAction = () => {
    rememberUndo(undefined)
    action.onAction()
  }
  return { ...action, onAction }
}

/** Shows a message for five seconds, replacing the previous one. */
export function toast(options: ToastOptions) {
  lastId += 1
  const isFailure = options.tone === 'destructive'
  // The part of an act that did not fail is undone, too.
  const isAct = !options.isNews && !options.changesNothing && (!isFailure || options.action?.isUndo)
  shown.set({
    ...options,
    ...(isAct && { action: withUndo(options.action) }),
    id: lastId,
    ...(isFailure && { quote: takeFaultReference() }),
  })
}

const places = createStore<readonly string[]>([])

/** Name of a place that offers `undoLast` by itself; while it is on the screen, toasts offer no Undo of their own. */
export const undoPlace = 'undo'

/** Registers a place for messages. @returns a function that removes it */
export function openPlace(name: string): () => void {
  places.set([...places.get(), name])
  return () => places.set(places.get().filter((one) => one !== name))
}

export const usePlaces = places.use

type Manners = Pick<ToastOptions, 'spoken' | 'place'>

export const toastSuccess = (description: string, action?: ToastAction, manners?: Manners) =>
  toast({ title: i18n.t('Success'), description, action, ...manners })

export const toastFailure = (description: string, action?: ToastAction, manners?: Manners) =>
  toast({ title: i18n.t('Error'), description, tone: 'destructive', action, ...manners })

/** Tells of something done that changes nothing at the desk. */
export const toastNote = (description: string) =>
  toast({ title: i18n.t('Success'), description, changesNothing: true })

/** True while a message about the person's own action is shown, for which news must wait. */
export function isPersonalShown(): boolean {
  const toast = shown.get()
  return toast !== null && !toast.isNews
}

/** Closes this message, but not a later one. */
export const dismissToast = (id: number) => {
  if (shown.get()?.id === id) shown.set(null)
}

export const useShownToast = shown.use

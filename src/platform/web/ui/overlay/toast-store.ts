import { i18n } from '#platform/contract/i18n.ts'
import { takeFaultReference } from '../../server-fault.ts'
import { createStore } from '../../store.ts'

type ToastTone = 'default' | 'destructive'

export interface ToastAction {
  label: string
  onAction: () => void
}

export interface ToastOptions {
  title: string
  description?: string
  /** Words for screen readers instead of title and description. */
  spoken?: string | undefined
  tone?: ToastTone
  /** One thing to do about it, such as Undo. The toast leaves once it is chosen. */
  action?: ToastAction | undefined
  /** While this place is on the screen, it is shown there, without its action, which is offered beside it. */
  place?: string | undefined
  /** It tells in passing what others have done, and may be replaced by more of that. */
  isNews?: boolean
}

export type ShownToast = ToastOptions & {
  id: number
  /** With a fault of the server: what to quote. */
  quote?: string | undefined
}

const shown = createStore<ShownToast | null>(null)
let lastId = 0

/** Shows a message for five seconds in place of the one before. */
export function toast(options: ToastOptions) {
  lastId += 1
  shown.set({
    ...options,
    id: lastId,
    ...(options.tone === 'destructive' && { quote: takeFaultReference() }),
  })
}

const places = createStore<readonly string[]>([])

/** Says that a place for messages is on the screen. @returns a function that ends it */
export function openPlace(name: string): () => void {
  places.set([...places.get(), name])
  return () => places.set(places.get().filter((one) => one !== name))
}

/** The places for messages that are on the screen. */
export const usePlaces = places.use

type Manners = Pick<ToastOptions, 'spoken' | 'place'>

export const toastSuccess = (description: string, action?: ToastAction, manners?: Manners) =>
  toast({ title: i18n.t('Success'), description, action, ...manners })

export const toastFailure = (description: string, action?: ToastAction, manners?: Manners) =>
  toast({ title: i18n.t('Error'), description, tone: 'destructive', action, ...manners })

/** Whether a message is there that is meant for the person, such as the outcome of what they did, for which mere news have to wait. */
export function isPersonalShown(): boolean {
  const toast = shown.get()
  return toast !== null && !toast.isNews
}

/** Takes this message away, and not the one that has just come in its place. */
export const dismissToast = (id: number) => {
  if (shown.get()?.id === id) shown.set(null)
}

export const useShownToast = shown.use

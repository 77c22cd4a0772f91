import { useSyncExternalStore } from 'react'

type ToastTone = 'default' | 'destructive'

interface ToastAction {
  label: string
  onAction: () => void
}

export interface ToastOptions {
  title: string
  description?: string
  tone?: ToastTone
  /** One thing to do about it, such as Undo. The toast leaves once it is chosen. */
  action?: ToastAction | undefined
}

export type ShownToast = ToastOptions & { id: number }

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message for five seconds in place of the one before. */
export function toast(options: ToastOptions) {
  lastId += 1
  show({ ...options, id: lastId })
}

export const toastSuccess = (description: string, action?: ToastAction) =>
  toast({ title: 'Success', description, action })

export const toastFailure = (description: string, action?: ToastAction) =>
  toast({ title: 'Error', description, tone: 'destructive', action })

export function dismissToast() {
  if (shown) show(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useShownToast() {
  return useSyncExternalStore(subscribe, () => shown)
}

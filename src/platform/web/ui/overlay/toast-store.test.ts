import { expect, test, vi } from 'vitest'
import { toastFailure, toastNote, toastSuccess, undoLast } from './toast-store.ts'

const anUndo = () => {
  const onAction = vi.fn<() => void>()
  return { label: 'Undo', onAction, isUndo: true as const }
}

test('an act that changes something and cannot be undone leaves none before it to undo', () => {
  toastSuccess('Ticket updated.', anUndo())
  toastSuccess('Ticket deleted.')
  expect(undoLast()).toBe(false)
})

test('neither a copy nor a failure takes away how the act before is undone', () => {
  const undo = anUndo()
  toastSuccess('Ticket updated.', undo)
  toastNote('Link copied.')
  toastFailure('The comment was not added.')
  expect(undoLast()).toBe(true)
  expect(undo.onAction).toHaveBeenCalledOnce()
  expect(undoLast()).toBe(false)
})

test('an act that failed in part is the last one to undo', () => {
  const [before, partly] = [anUndo(), anUndo()]
  toastSuccess('1 updated', before)
  toastFailure('4 updated, 1 failed', partly)
  expect(undoLast()).toBe(true)
  expect(partly.onAction).toHaveBeenCalledOnce()
  expect(undoLast()).toBe(false)
  expect(before.onAction).not.toHaveBeenCalled()
})

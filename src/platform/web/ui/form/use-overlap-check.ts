import { i18n } from '#platform/contract/i18n.ts'
import { changedValues, keysOf } from '#platform/contract/records.ts'
import { useRef } from 'react'
import { CallError } from '../../call.ts'

const longestShown = 200

function shown(value: unknown): string {
  const text = Array.isArray(value)
    ? value.join(', ')
    : ['string', 'number'].includes(typeof value)
      ? String(value)
      : ''
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/**
 * Prevents a form from overwriting another user's change.
 * @param begun values that the edit began with; others begin another edit
 * @returns a check of written against stored values. It throws once, with a fault at each field that both changed; saving again overwrites.
 */
export function useOverlapCheck<T extends object>(begun: T) {
  const seen = useRef({ begun, stored: begun })
  return function check(stored: T, written: T): void {
    const last = seen.current.begun === begun ? seen.current.stored : begun
    const mine = changedValues(begun, written)
    const others = changedValues(last, stored)
    const differing = changedValues(stored, written)
    seen.current = { begun, stored }
    const fields = keysOf(mine).filter((field) => field in others && field in differing)
    if (fields.length === 0) return
    const issues = fields.map((path) => ({
      path,
      message: i18n.t('Someone else has changed this to “{value}”. Save again to replace it.', {
        value: shown(stored[path]),
      }),
    }))
    const message = i18n.t('Someone else has changed the same in the meantime.')
    throw new CallError(409, JSON.stringify({ message, issues }))
  }
}

import { z } from 'zod'

/** A number written in a query string. */
const inQuery = (label: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${label} must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `${label} must be at least ${min}`).max(max, `${label} must be at most ${max}`))

/** `limit` and `offset` of a list call. */
export const Paging = z.object({
  limit: inQuery('limit', 1, 100).prefault('10'),
  offset: inQuery('offset', 0, 100_000_000).prefault('0'),
})

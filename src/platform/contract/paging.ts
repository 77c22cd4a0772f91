import { z } from 'zod'

/** A number written in a query string. */
const inQuery = (label: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${label} must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `${label} must be at least ${min}`).max(max, `${label} must be at most ${max}`))

/** `limit` and `offset` of a call that answers a page; `usual` is the default limit. */
export const paging = (usual: number) =>
  z.object({
    limit: inQuery('limit', 1, 100).prefault(String(usual)),
    offset: inQuery('offset', 0, 100_000_000).prefault('0'),
  })

/** Page of a list. */
export const Paging = paging(10)

/** The same where everything is given unless a page is asked for. */
export const OptionalPaging = z.object({
  limit: inQuery('limit', 1, 100).optional(),
  offset: inQuery('offset', 0, 100_000_000).prefault('0'),
})

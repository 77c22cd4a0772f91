import { z } from 'zod'

const inQuery = (label: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${label} must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `${label} must be at least ${min}`).max(max, `${label} must be at most ${max}`))

/** Parses `limit` and `offset` of a paged call; `usual` is the default limit. */
export const paging = (usual: number) =>
  z.object({
    limit: inQuery('limit', 1, 100).prefault(String(usual)),
    offset: inQuery('offset', 0, 100_000_000).prefault('0'),
  })

export const Paging = paging(10)

export const OptionalPaging = z.object({
  limit: inQuery('limit', 1, 100).optional(),
  offset: inQuery('offset', 0, 100_000_000).prefault('0'),
})

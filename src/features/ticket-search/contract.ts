import { z } from 'zod'

/** Text with marked ranges: start and exclusive end in UTF-16 units. */
export const Marked = z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) })
export type Marked = z.infer<typeof Marked>

export const foundIn = [
  'description',
  'comment',
  'chat',
  'file',
  'client',
  'customer',
  'product',
  'project',
  'person',
] as const
export type FoundIn = (typeof foundIn)[number]

/** Place outside number and subject in which a searched word stands. */
export const Reason = z.object({ in: z.enum(foundIn), isInternal: z.boolean(), part: Marked })
export type Reason = z.infer<typeof Reason>

import { z } from 'zod'
import { Timestamp } from '#platform/contract/fields.ts'

export const Backup = z.object({
  /** Time of the snapshot. */
  madeAt: Timestamp,
  bytes: z.number().int(),
  /** Path of the file, on the machine below. */
  file: z.string().max(4096),
  machine: z.string().max(255),
  /** The file needs a passphrase; null: made by a version that did not record it. */
  isEncrypted: z.boolean().nullable(),
})
export type Backup = z.infer<typeof Backup>

import { z } from 'zod'
import { Timestamp } from '#platform/contract/fields.ts'

/** A backup that was written to its end. */
export const Backup = z.object({
  /** The moment it holds. */
  madeAt: Timestamp,
  bytes: z.number().int(),
  /** The path of the file, and the machine on which the command wrote it. */
  file: z.string().max(4096),
  machine: z.string().max(255),
  /** Whether it needs a passphrase; null: made by a version that did not note it. */
  isEncrypted: z.boolean().nullable(),
})
export type Backup = z.infer<typeof Backup>

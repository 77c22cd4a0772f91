import { z } from 'zod'
import { Backup } from '#features/backup/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, Timestamp } from '#platform/contract/fields.ts'

const administrators = ['super_user'] as const

/** Kinds of faults to put right. The words for each are the screen's. */
const warningKinds = [
  'registration-open',
  'no-mail',
  'disk-low',
  'files-apart',
  'no-backup',
  'clock-off',
  'outbox-late',
  'outbox-given-up',
  'follower-behind',
] as const

const count = z.number().int()

export const SystemWarning = z.object({
  kind: z.enum(warningKinds),
  /**
   * How much of it: bytes that are free, seconds by which a clock is off or for which something waits, messages that were given up,
   * days since the last backup (absent where there is none), nodes that are up.
   */
  amount: z.number().optional(),
})
export type SystemWarning = z.infer<typeof SystemWarning>

const Node = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  startedAt: Timestamp,
  /** The one that has answered. */
  isThis: z.boolean(),
})
export type Node = z.infer<typeof Node>

const Queue = z.object({
  kind: z.string(),
  /** Name of the queue, in the language of the viewer. */
  label: z.string(),
  waiting: count,
  /** Since when the oldest should have been sent. */
  oldestAt: Timestamp.nullable(),
  givenUp: count,
})
export type Queue = z.infer<typeof Queue>

export const System = z.object({
  version: z.string(),
  at: Timestamp,
  nodes: z.array(Node),
  database: z.object({
    kind: z.enum(['embedded', 'postgresql']),
    version: z.string(),
    bytes: count,
    roundTripMs: z.number(),
  }),
  files: z.object({
    kind: z.enum(['disk', 's3']),
    count,
    bytes: count,
    /** The client companies whose people keep most, the fullest first, and what each may keep. */
    fullest: z.array(z.object({ clientId: Id, name: z.string(), bytes: count })),
    quotaBytes: count,
  }),
  /** Room on the disk with the database or the files; null where neither lies on this machine. */
  freeBytes: count.nullable(),
  mail: z.object({
    isSetUp: z.boolean(),
    lastSentAt: Timestamp.nullable(),
    /** The newest mail that was not taken so far. */
    lastFailure: z.object({ message: z.string(), queuedAt: Timestamp }).nullable(),
  }),
  lastBackup: Backup.nullable(),
  queues: z.array(Queue),
  /** How far what follows the log is behind. */
  followers: z.array(z.object({ name: z.string(), events: count, waitingSince: Timestamp.nullable() })),
  warnings: z.array(SystemWarning),
})
export type System = z.infer<typeof System>

export const systemApi = api({
  look: {
    method: 'GET',
    path: '/api/system',
    summary: 'How this installation is: its parts, what waits, and what should be put right',
    access: administrators,
    reply: System,
  },
})

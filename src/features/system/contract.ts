import { z } from 'zod'
import { Backup } from '#features/backup/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, Timestamp } from '#platform/contract/fields.ts'

const administrators = ['super_user'] as const

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
  /** Bytes, seconds, messages, days since a backup (absent without one), or nodes, by the kind. */
  amount: z.number().optional(),
})
export type SystemWarning = z.infer<typeof SystemWarning>

const Node = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  startedAt: Timestamp,
  isThis: z.boolean(),
})
export type Node = z.infer<typeof Node>

const Queue = z.object({
  kind: z.string(),
  /** Name of the queue, in the language of the viewer. */
  label: z.string(),
  waiting: count,
  /** Due time of the oldest. */
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
    /** Companies with the most stored bytes, fullest first, and the quota of each. */
    fullest: z.array(z.object({ clientId: Id, name: z.string(), bytes: count })),
    quotaBytes: count,
  }),
  /** Free bytes of the disk with database or files; null when neither is local. */
  freeBytes: count.nullable(),
  mail: z.object({
    isSetUp: z.boolean(),
    lastSentAt: Timestamp.nullable(),
    /** Newest mail not yet accepted. */
    lastFailure: z.object({ message: z.string(), queuedAt: Timestamp }).nullable(),
  }),
  lastBackup: Backup.nullable(),
  queues: z.array(Queue),
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

import { DatabaseMoved, DirectoryInUse } from '#platform/server/process/data-directory.ts'
import { NoRoomForCopy } from '#platform/server/database/database-copy.ts'
import { EnvError } from '#platform/server/process/env.ts'
import { NewerDatabase } from '#platform/server/database/migrations.ts'
import { NodeTooOld } from '#platform/server/process/required-node.ts'

/** Thrown when the environment and the database contradict each other. */
export class StartRefused extends Error {}

/** Whether an error at start says in one sentence what is wrong and what to do, so that its stack would only be in the way. */
export const isStartRefusal = (error: unknown): error is Error =>
  [StartRefused, DirectoryInUse, DatabaseMoved, NoRoomForCopy, EnvError, NewerDatabase, NodeTooOld].some(
    (kind) => error instanceof kind,
  )

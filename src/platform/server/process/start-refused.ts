import { DatabaseMoved, DirectoryInUse } from './data-directory.ts'
import { NoRoomForCopy } from '../database/database-copy.ts'
import { EnvError } from './env.ts'
import { NewerDatabase } from '../database/migrations.ts'
import { NodeTooOld } from './required-node.ts'

/** Thrown when the environment and the database contradict each other. */
export class StartRefused extends Error {}

/** Whether an error at start says in one sentence what is wrong and what to do, so that its stack would only be in the way. */
export const isStartRefusal = (error: unknown): error is Error =>
  [StartRefused, DirectoryInUse, DatabaseMoved, NoRoomForCopy, EnvError, NewerDatabase, NodeTooOld].some(
    (kind) => error instanceof kind,
  )

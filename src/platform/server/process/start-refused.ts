import { DatabaseMoved, DirectoryInUse } from './data-directory.ts'
import { NoRoomForCopy } from '../database/database-copy.ts'
import { EnvError } from './env.ts'
import { NewerDatabase } from '../database/migrations.ts'
import { NodeTooOld } from './required-node.ts'

/** Thrown when the environment and the database contradict each other. */
export class StartRefused extends Error {}

/** True for an error whose sentence is sufficient, without a stack. */
export const isStartRefusal = (error: unknown): error is Error =>
  [StartRefused, DirectoryInUse, DatabaseMoved, NoRoomForCopy, EnvError, NewerDatabase, NodeTooOld].some(
    (kind) => error instanceof kind,
  )

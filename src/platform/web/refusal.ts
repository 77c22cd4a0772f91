import { CallError } from './call.ts'

/** Finds the server's reason for refusing a call; undefined without one. */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof CallError && error.status < 500 ? error.serverMessage : undefined

/** Finds the server's message, also for its own faults; undefined without one. */
export const messageIn = (error: unknown): string | undefined =>
  error instanceof CallError ? error.serverMessage : undefined

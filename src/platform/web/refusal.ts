import { CallError } from './call.ts'

/** The server's reason why it refused a call; undefined when it did not, or gave none. */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof CallError && error.status < 500 ? error.serverMessage : undefined

/** The server's message for the person, also where it failed itself; undefined when it gave none. */
export const messageIn = (error: unknown): string | undefined =>
  error instanceof CallError ? error.serverMessage : undefined

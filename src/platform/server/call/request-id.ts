import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { detached } from '../traces/spans.ts'

/** Crockford's base 32: nothing in it is mistaken for something else when it is read out. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

const requests = new AsyncLocalStorage<string>()

/** @returns an id for a request, such as 7F3K9QX2: short enough to be quoted by a person, and not to be guessed */
export const newRequestId = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')

/** Does some work for a request; whatever is logged within it, also later, carries the id. */
export const forRequest = <T>(id: string, work: () => T): T =>
  requests.getStore() === id ? work() : requests.run(id, work)

/** Does what a request has only set off: it goes on without it, for others as well. */
export const forNoRequest = <T>(work: () => T): T => requests.exit(() => detached(work))

/** @returns the id of the request that this is done for; undefined for work of the server itself */
export const findRequestId = (): string | undefined => requests.getStore()

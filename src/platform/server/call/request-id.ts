import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { detached } from '../traces/spans.ts'

/** Crockford's base 32: nothing in it is mistaken for something else when it is read out. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8
/** Five bits for each letter. */
const digitsOfHex = (length * 5) / 4

const requests = new AsyncLocalStorage<string>()

/** @returns an id for a request, such as 7F3K9QX2: short enough to be quoted by a person, and not to be guessed */
export function newRequestId(): string {
  // `randomUUID` asks the system for many random numbers at a time, unlike the other functions.
  let rest = Number.parseInt(randomUUID().slice(-digitsOfHex), 16)
  let id = ''
  while (id.length < length) {
    id += alphabet.charAt(rest % alphabet.length)
    rest = Math.floor(rest / alphabet.length)
  }
  return id
}

/** Does some work for a request; whatever is logged within it, also later, carries the id. */
export const forRequest = <T>(id: string, work: () => T): T =>
  requests.getStore() === id ? work() : requests.run(id, work)

/** Does what a request has only set off: it goes on without it, for others as well. */
export const forNoRequest = <T>(work: () => T): T => requests.exit(() => detached(work))

/** @returns the id of the request that this is done for; undefined for work of the server itself */
export const findRequestId = (): string | undefined => requests.getStore()

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { detached } from '../traces/spans.ts'

/** Crockford's base 32, without characters that are confused when read out. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8
const digitsOfHex = (length * 5) / 4

const requests = new AsyncLocalStorage<string>()

/** @returns an id such as 7F3K9QX2: short enough to quote, and not guessable */
export function newRequestId(): string {
  // `randomUUID` fetches many random numbers at a time, unlike the other functions.
  let rest = Number.parseInt(randomUUID().slice(-digitsOfHex), 16)
  let id = ''
  while (id.length < length) {
    id += alphabet.charAt(rest % alphabet.length)
    rest = Math.floor(rest / alphabet.length)
  }
  return id
}

/** Runs work for a request; log lines within it, also later ones, carry the id. */
export const forRequest = <T>(id: string, work: () => T): T =>
  requests.getStore() === id ? work() : requests.run(id, work)

/** Runs work shared by several requests, without the context of the one that started it. */
export const forNoRequest = <T>(work: () => T): T => requests.exit(() => detached(work))

/** @returns undefined for work of the server itself */
export const findRequestId = (): string | undefined => requests.getStore()

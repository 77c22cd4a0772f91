// Asks a server over many connections, in a process of its own, so that asking does not slow down what is asked in this process's parent.
import autocannon from 'autocannon'
import { callOf, type Deed } from './deeds.ts'

export interface Load {
  deed: Deed
  origin: string
  cookie: string
  connections: number
  seconds: number
  /** The tickets that are read, commented and changed, one at random each time. */
  ids: readonly string[]
  /** The query of the list. */
  query: string
}

/** @returns answers a second. @throws when one was no 2xx */
async function run(load: Load): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    url: load.origin,
    connections: load.connections,
    duration: load.seconds,
    headers: { cookie: load.cookie, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest(request) {
          const { body, ...rest } = callOf(load.deed, load)
          return { ...request, ...rest, ...(body && { body: JSON.stringify(body) }) }
        },
      },
    ],
  })
  if (errors + non2xx > 0) throw new Error(`${load.deed}: ${errors + non2xx} bad answers from ${load.origin}`)
  return requests.average
}

process.on('message', (load: Load) => {
  run(load).then(
    (perSecond) => process.send?.({ perSecond }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

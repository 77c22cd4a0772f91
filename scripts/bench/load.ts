// Asks a server over many connections, in a process of its own, so that asking does not slow down what is asked in this process's parent.
import autocannon, { type Request } from 'autocannon'

export const deeds = ['list', 'read', 'create', 'comment', 'status'] as const
export type Deed = (typeof deeds)[number]

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

const statuses = ['open', 'progress', 'testing', 'resolved']

const oneOf = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)]!

function requestOf({ deed, ids, query }: Load): Pick<Request, 'method' | 'path'> & { body?: object } {
  const ticket = `/api/tickets/${oneOf(ids)}`
  switch (deed) {
    case 'list':
      return { method: 'GET', path: `/api/tickets?${query}` }
    case 'read':
      return { method: 'GET', path: ticket }
    case 'create':
      return {
        method: 'POST',
        path: '/api/tickets',
        body: {
          subject: `The printer on floor ${Math.ceil(Math.random() * 40)} is out of paper`,
          description: 'It asks for paper, and there is paper in it.',
          priority: 'medium',
          category: 'hardware',
          customerName: 'Bench GmbH',
          productName: 'Printer',
        },
      }
    case 'comment':
      return {
        method: 'POST',
        path: `${ticket}/comments`,
        body: { content: 'We have ordered a new one. It comes on Thursday.' },
      }
    case 'status':
      return { method: 'PUT', path: ticket, body: { status: oneOf(statuses) } }
  }
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
          const { body, ...rest } = requestOf(load)
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

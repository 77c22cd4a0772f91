// What people do on a desk, as calls.
export const deeds = ['list', 'read', 'create', 'comment', 'status'] as const
export type Deed = (typeof deeds)[number]

interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
}

const statuses = ['open', 'progress', 'testing', 'resolved']

const oneOf = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)]!

/** The call of somebody who does this. @param desk the tickets of which one at random is read or changed, and the query of the list */
export function callOf(deed: Deed, { ids, query }: { ids: readonly string[]; query: string }): Call {
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

import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'

// Every first page has filters, and few of them are of clients: their contract comes with the list.
const loadContract = () => import('../contract.ts')

/** Every client company, with its products and its people. */
export const clientList = () =>
  queryOptions({
    queryKey: ['/api/clients'],
    async queryFn({ signal }) {
      const { wholeClients } = await loadContract()
      return call(wholeClients, { query: {} }, { signal })
    },
  })

/** Every client company, with what it is chosen by. */
export const clientNames = () =>
  queryOptions({
    queryKey: ['/api/clients', 'names'],
    async queryFn({ signal }) {
      const { namedClients } = await loadContract()
      return call(namedClients, { query: { fields: 'name' } }, { signal })
    },
  })

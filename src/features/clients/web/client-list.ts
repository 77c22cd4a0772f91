import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'

export const clientList = () =>
  queryOptions({
    queryKey: ['/api/clients'],
    async queryFn({ signal }) {
      // Every first page has filters, and few of them are of clients: their contract comes with the list.
      const { clientApi } = await import('../contract.ts')
      return call(clientApi.list, {}, { signal })
    },
  })

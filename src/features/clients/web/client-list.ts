import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { namedClients, wholeClients } from '../contract.ts'

export const clientList = () =>
  queryOptions({
    queryKey: ['/api/clients'],
    queryFn: ({ signal }) => call(wholeClients, { query: {} }, { signal }),
  })

export const clientNames = () =>
  queryOptions({
    queryKey: ['/api/clients', 'names'],
    queryFn: ({ signal }) => call(namedClients, { query: { fields: 'name' } }, { signal }),
  })

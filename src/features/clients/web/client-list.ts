import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { namedClients, wholeClients } from '../contract.ts'

/** Every client company, with its products and its people. */
export const clientList = () =>
  queryOptions({
    queryKey: ['/api/clients'],
    queryFn: ({ signal }) => call(wholeClients, { query: {} }, { signal }),
  })

/** Every client company, with what it is chosen by. */
export const clientNames = () =>
  queryOptions({
    queryKey: ['/api/clients', 'names'],
    queryFn: ({ signal }) => call(namedClients, { query: { fields: 'name' } }, { signal }),
  })

import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { productApi } from '../contract.ts'

export const productList = () =>
  queryOptions({
    queryKey: ['/api/products'],
    queryFn: ({ signal }) => call(productApi.list, {}, { signal }),
  })

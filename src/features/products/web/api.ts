import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { refresh, waitToShow } from '#platform/web/query-client.ts'
import {
  productApi,
  productTag,
  type NewProduct,
  type Product,
  type NewTeamEntry,
  type ProductChange,
} from '../contract.ts'

export const productList = () =>
  queryOptions({
    queryKey: ['/api/products'],
    queryFn: ({ signal }) => call(productApi.list, {}, { signal }),
  })

/** Companies carry their products, and statistics count them. */
const pathsWithProducts = ['/api/products', '/api/clients', '/api/stats']
/** Pending until the refetched data shows the change. */
const refreshing = (client: QueryClient) => ({
  onSuccess: () =>
    waitToShow(Promise.all(pathsWithProducts.map((path) => refresh(client, { queryKey: [path] })))),
})

export const createProduct = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof NewProduct>) => call(productApi.create, { body }),
    ...refreshing(client),
  })

export const changeProduct = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: ProductChange }) =>
      call(productApi.change, { params: { id }, body: change }),
    ...refreshing(client),
  })

/** @throws {CallError} 412 when the product was changed since it was loaded */
export const assignProduct = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ product, clientId }: { product: Product; clientId: string }) =>
      call(
        productApi.change,
        { params: { id: product.id }, body: { clientId } },
        { ifMatch: productTag(product) },
      ),
    ...refreshing(client),
  })

export const deleteProduct = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(productApi.remove, { params: { id } }),
    ...refreshing(client),
  })

export const addMember = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: z.input<typeof NewTeamEntry> & { id: string }) =>
      call(productApi.addMember, { params: { id }, body }),
    ...refreshing(client),
  })

export const removeMember = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { id: string; userId: string }) => call(productApi.removeMember, { params }),
    ...refreshing(client),
  })

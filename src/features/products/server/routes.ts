import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database.ts'
import type { Door } from '#platform/server/door.ts'
import { productApi } from '../contract.ts'
import { listProducts } from './queries.ts'
import { createProduct } from './service.ts'

export function productRoutes({ route }: Door<Viewer>, db: Database): void {
  route(productApi.list, ({ viewer }) => listProducts(db, viewer))
  route(productApi.create, ({ viewer, body, work }) => work((unit) => createProduct(unit, viewer, body)))
}

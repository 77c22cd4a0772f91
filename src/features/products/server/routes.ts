import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { tagsOf } from '#platform/server/call/etags.ts'
import type { Door } from '#platform/server/door.ts'
import { productApi } from '../contract.ts'
import { findProduct, listProducts } from './queries.ts'
import { addMember, changeProduct, createProduct, removeMember } from './service.ts'
import { deleteProduct } from './public/deletion.ts'

export function productRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  const exists = (_: Viewer, { id }: { id: string }) => findProduct(db, id)
  route(productApi.list, ({ viewer }) => listProducts(db, viewer))
  route(productApi.create, ({ viewer, body, work }) => work((unit) => createProduct(unit, viewer, body)))
  route(
    productApi.change,
    ({ viewer, params, body, work, request }) => {
      const seen = tagsOf(request.headers['if-match'])
      return work((unit) => changeProduct(unit, viewer, params.id, body, seen))
    },
    exists,
  )
  route(
    productApi.remove,
    async ({ viewer, params, work }) => {
      await work((unit) => deleteProduct(unit, viewer, params.id))
      return { message: i18n.t('Product deleted successfully.') }
    },
    exists,
  )
  route(
    productApi.addMember,
    ({ viewer, params, body, work }) => work((unit) => addMember(unit, viewer, params.id, body)),
    exists,
  )
  route(productApi.removeMember, async ({ viewer, params, work }) => {
    await work((unit) => removeMember(unit, viewer, params.id, params.userId))
    return { message: i18n.t('User removed from product successfully.') }
  })
}

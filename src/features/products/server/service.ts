import type { Viewer } from '#features/users/contract.ts'
import { isAssignable } from '#features/users/server/queries.ts'
import { invalid } from '#platform/contract/errors.ts'
import { databaseErrorCode, onlyRow } from '#platform/server/database.ts'
import type { Work } from '#platform/server/work.ts'
import { productUsers } from '#tables/product-users.ts'
import { products } from '#tables/products.ts'
import type { NewProduct, Product } from '../contract.ts'
import { productCreated } from './events.ts'
import { toProduct } from './queries.ts'

const foreignKeyViolation = '23503'

/**
 * Creates a product with its team.
 * @throws {AppError} `invalid` for an unknown client, an unknown person, or one who is a client.
 */
export async function createProduct(unit: Work, viewer: Viewer, input: NewProduct): Promise<Product> {
  const { userAssignments, repositoryUrl, ...fields } = input
  for (const { userId } of userAssignments)
    if (!(await isAssignable(unit.tx, userId)))
      throw invalid('userAssignments', 'Only active staff can work on a product')
  const rows = await unit.tx
    .insert(products)
    .values({ ...fields, repositoryUrl: repositoryUrl || null, createdAt: unit.now, updatedAt: unit.now })
    .returning()
    .catch((error: unknown) => {
      throw databaseErrorCode(error) === foreignKeyViolation
        ? invalid('clientId', 'There is no such client')
        : error
    })
  const row = onlyRow(rows)
  if (userAssignments.length > 0)
    await unit.tx
      .insert(productUsers)
      .values(
        userAssignments.map((assignment) => ({ ...assignment, productId: row.id, createdAt: unit.now })),
      )
      .onConflictDoNothing()
  unit.announce(productCreated(row, viewer))
  return toProduct(row)
}

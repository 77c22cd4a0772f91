import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { desk, Role } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, Id, idOf, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

export const productStatuses = ['active', 'maintenance', 'deprecated'] as const
export const productRoles = ['developer', 'lead', 'tester', 'manager'] as const
const ProductStatus = z.enum(productStatuses)
const ProductRole = z.enum(productRoles, {
  error: () => i18n.t('Role must be one of: {roles}', { roles: productRoles.join(', ') }),
})

const TeamEntry = z.object({
  user: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role: Role,
    isEmailConfirmed: z.boolean(),
  }),
  role: ProductRole,
})
export type TeamEntry = z.infer<typeof TeamEntry>

/** Clients get id and name of their products, other staff version and status too, the desk everything. */
export const Product = z.object({
  id: Id,
  name: z.string(),
  version: z.string().nullable().optional(),
  status: ProductStatus.optional(),
  description: z.string().nullable().optional(),
  clientId: Id.nullable().optional(),
  techStack: z.array(z.string()).optional(),
  repositoryUrl: z.string().nullable().optional(),
  documentation: z.string().nullable().optional(),
  isActive: z.boolean().optional(),
  client: z.object({ id: Id, name: z.string() }).nullable().optional(),
  productUsers: z.array(TeamEntry).optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
})
export type Product = z.infer<typeof Product>

const notWebAddress = { error: () => i18n.t('Repository URL must be a web address') }

const fields = z.object({
  name: requiredText(() => i18n.t('Name'), limits.name),
  description: text(() => i18n.t('Description'), limits.description).nullish(),
  version: text(() => i18n.t('Version'), limits.name).nullish(),
  status: ProductStatus,
  techStack: z
    .array(text(() => i18n.t('Tech stack entry'), limits.name))
    .max(100, { error: () => i18n.t('Tech stack must have at most 100 entries') })
    .overwrite((entries) => [...new Set(entries.filter((entry) => entry !== ''))]),
  repositoryUrl: z
    .union(
      [
        z.literal(''),
        z
          .url({ protocol: /^https?$/, ...notWebAddress })
          .overwrite((url) => url.toWellFormed())
          .max(limits.url),
      ],
      notWebAddress,
    )
    .nullish(),
  documentation: text(() => i18n.t('Documentation'), limits.description).nullish(),
  /** Null removes the product from its company. */
  clientId: Id.nullish(),
})

export const NewProduct = fields.extend({
  status: ProductStatus.default('active'),
  techStack: fields.shape.techStack.default([]),
  userAssignments: z
    .array(z.object({ userId: Id, role: ProductRole.default('developer') }))
    .max(100, { error: () => i18n.t('At most 100 people') })
    .default([]),
})
export type NewProduct = z.output<typeof NewProduct>

export const ProductChange = changing(
  fields.extend({ isActive: z.boolean({ error: () => i18n.t('isActive must be true or false') }) }).partial(),
  () => i18n.t('Nothing to change: send at least one field of the product'),
)
export type ProductChange = z.output<typeof ProductChange>

export const NewTeamEntry = z.object({
  userId: idOf({
    error: (issue) => (issue.input ? i18n.t('There is no such user') : i18n.t('User ID is required')),
  }),
  role: ProductRole.default('developer'),
})
export type NewTeamEntry = z.output<typeof NewTeamEntry>

const Done = z.object({ message: z.string() })

export const productTag = ({ updatedAt }: Pick<Product, 'updatedAt'>) => `"${updatedAt ?? ''}"`

export const productApi = api({
  list: {
    method: 'GET',
    path: '/api/products',
    summary: 'Products, as much of each as the viewer may know',
    access: 'signed-in',
    reply: z.array(Product),
  },
  create: {
    method: 'POST',
    path: '/api/products',
    summary: 'Create a product, with the people who work on it',
    access: desk,
    body: NewProduct,
    reply: Product,
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: '/api/products/:id',
    summary: 'Change a product, or give it to another client; honours If-Match',
    access: desk,
    params: ById,
    body: ProductChange,
    reply: Product,
    ifMatch: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/products/:id',
    summary: 'Delete a product with its team; its tickets keep its name. It can be restored for 30 days',
    access: desk,
    params: ById,
    reply: Done,
  },
  addMember: {
    method: 'POST',
    path: '/api/products/:id/users',
    summary: 'Let a member of staff work on a product',
    access: desk,
    params: ById,
    body: NewTeamEntry,
    reply: TeamEntry,
    status: 201,
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/products/:id/users/:userId',
    summary: 'Take somebody off a product',
    access: desk,
    params: ById.extend({ userId: Id }),
    reply: Done,
  },
})

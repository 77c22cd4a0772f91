import { z } from 'zod'
import { desk } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

export const productStatuses = ['active', 'maintenance', 'deprecated'] as const
export const productRoles = ['developer', 'lead', 'tester', 'manager'] as const
const ProductStatus = z.enum(productStatuses)
const ProductRole = z.enum(productRoles, { error: `Role must be one of: ${productRoles.join(', ')}` })

/** Clients get id and name of what they may use, other staff version and status too, the desk everything. */
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
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
})
export type Product = z.infer<typeof Product>

export const NewProduct = z.object({
  name: requiredText('Name', limits.name),
  description: text('Description', limits.description).nullish(),
  version: text('Version', limits.name).nullish(),
  status: ProductStatus.default('active'),
  techStack: z
    .array(text('Tech stack entry', limits.name))
    .max(100, 'Tech stack must have at most 100 entries')
    .default([]),
  repositoryUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })], {
      error: 'Repository URL must be a web address',
    })
    .nullish(),
  documentation: text('Documentation', limits.description).nullish(),
  clientId: Id.nullish(),
  userAssignments: z
    .array(z.object({ userId: Id, role: ProductRole.default('developer') }))
    .max(100, 'At most 100 people')
    .default([]),
})
export type NewProduct = z.output<typeof NewProduct>

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
})

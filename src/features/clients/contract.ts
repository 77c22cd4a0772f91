import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { NewProduct, Product } from '#features/products/contract.ts'
import { desk, Role } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, email, Id, idOf, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { assignmentRoles } from './roles/contract.ts'

const ClientAssignment = z.object({
  user: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role: Role,
    isActive: z.boolean(),
    isEmailConfirmed: z.boolean(),
  }),
  role: z.enum(assignmentRoles),
})

export const Client = z.object({
  id: Id,
  name: z.string(),
  /** Same value as `name`. */
  companyName: z.string(),
  description: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  address: z.string().nullable(),
  website: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  products: z.array(Product),
  clientUsers: z.array(ClientAssignment),
})
export type Client = z.infer<typeof Client>

const named = { id: true, name: true, companyName: true, website: true, isActive: true } as const
const NamedClient = Client.pick(named)
export type NamedClient = z.infer<typeof NamedClient>

/** Accepts addresses with or without `https://`; another scheme must never become a link. */
const isWebAddress = (website: string) =>
  website === '' || (URL.canParse(website) ? /^https?:/i.test(website) : URL.canParse(`https://${website}`))

export const NewClient = z.object({
  name: requiredText(() => i18n.t('Name'), limits.name),
  description: text(() => i18n.t('Description'), limits.description).nullish(),
  contactEmail: z
    .union([z.literal(''), email(() => i18n.t('Invalid email'))], { error: () => i18n.t('Invalid email') })
    .nullish(),
  contactPhone: text(() => i18n.t('Phone'), limits.name).nullish(),
  address: text(() => i18n.t('Address'), limits.subject).nullish(),
  website: text(() => i18n.t('Website'), limits.subject)
    .refine(isWebAddress, { error: () => i18n.t('Website must be a web address') })
    .nullish(),
})
export type NewClient = z.output<typeof NewClient>

export const ClientChange = changing(
  NewClient.extend({
    isActive: z.boolean({ error: () => i18n.t('isActive must be true or false') }),
  }).partial(),
  () => i18n.t('Nothing to change: send at least one field of the client'),
)
export type ClientChange = z.output<typeof ClientChange>

/** Existing product by its id, or the fields of a new one. */
export const ClientProduct = NewProduct.omit({ clientId: true, userAssignments: true })
  .extend({ productId: Id.optional(), name: NewProduct.shape.name.optional() })
  .refine(({ productId, name }) => productId !== undefined || name !== undefined, {
    path: ['productId'],
    error: () => i18n.t('Send the productId of a product, or the name of a new one'),
  })
export type ClientProduct = z.output<typeof ClientProduct>

/** Person who named a client as their company without belonging to it. */
const JoinRequest = z.object({
  client: z.object({ id: Id, name: z.string() }),
  user: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    isEmailConfirmed: z.boolean(),
  }),
  registeredAt: Timestamp,
})
export type JoinRequest = z.infer<typeof JoinRequest>

const Done = z.object({ message: z.string() })

export const NewAssignment = z.object({
  userId: idOf({ error: () => i18n.t('User is required') }),
  role: z.enum(assignmentRoles, { error: () => i18n.t('Role is required') }).default('assigned'),
})
export type NewAssignment = z.output<typeof NewAssignment>

export const clientApi = api({
  list: {
    method: 'GET',
    path: '/api/clients',
    summary:
      'Client companies with their products and people; with `fields=name` only what they are chosen by',
    access: desk,
    query: z.object({
      fields: z.enum(['name'], { error: () => i18n.t('fields must be name') }).optional(),
    }),
    reply: z.array(Client.partial().required(named)),
    isKept: ({ fields }) => fields === 'name',
  },
  create: {
    method: 'POST',
    path: '/api/clients',
    summary: 'Create a client company',
    access: ['super_user'],
    body: NewClient,
    reply: Client,
    status: 201,
  },
  icon: {
    method: 'GET',
    path: '/api/clients/:id/icon',
    summary: "The icon of a client company's website as a small image; no content when it has none",
    access: 'signed-in',
    params: ById,
    reply: z.file(),
  },
  assign: {
    method: 'POST',
    path: '/api/clients/:id/users',
    summary: 'Assign an agent or a client user to a client company',
    access: ['super_user'],
    params: ById,
    body: NewAssignment,
    reply: ClientAssignment,
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: '/api/clients/:id',
    summary: 'Change a client company; an inactive one is not offered for new tickets',
    access: ['super_user'],
    params: ById,
    body: ClientChange,
    reply: Client,
  },
  remove: {
    method: 'DELETE',
    path: '/api/clients/:id',
    summary: 'Delete a client company without tickets, with its products and assignments',
    access: ['super_user'],
    params: ById,
    reply: Done,
  },
  unassign: {
    method: 'DELETE',
    path: '/api/clients/:id/users/:userId',
    summary: 'Take an agent or a client user off a client company',
    access: ['super_user'],
    params: ById.extend({ userId: Id }),
    reply: Done,
  },
  joinRequests: {
    method: 'GET',
    path: '/api/join-requests',
    summary:
      'People who named a client company as their own without belonging to it, at most 200, oldest first',
    access: ['super_user'],
    reply: z.array(JoinRequest),
  },
  declineJoin: {
    method: 'POST',
    path: '/api/clients/:id/users/:userId/decline',
    summary: 'Decline that a person joins a client company they named; they may be assigned later',
    access: ['super_user'],
    params: ById.extend({ userId: Id }),
    reply: Done,
  },
  addProduct: {
    method: 'POST',
    path: '/api/clients/:id/products',
    summary: 'Give a client company a product there is, or a new one',
    access: ['super_user'],
    params: ById,
    body: ClientProduct,
    reply: Product,
    status: 201,
  },
})

/** Form of `clientApi.list` without `fields`. */
export const wholeClients = { ...clientApi.list, reply: z.array(Client) }
/** Form of `clientApi.list` with `fields=name`. */
export const namedClients = { ...clientApi.list, reply: z.array(NamedClient) }

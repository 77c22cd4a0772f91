import { i18n, languages } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'
import { Id, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { OptionalPaging } from '#platform/contract/paging.ts'

export const roles = ['client', 'internal', 'helpdesk', 'super_user'] as const
export const Role = z.enum(roles, {
  error: () => i18n.t('Role must be one of: {roles}', { roles: roles.join(', ') }),
})
export type Role = z.infer<typeof Role>

export const Language = z.enum(languages, {
  error: () => i18n.t('Language must be one of: {languages}', { languages: languages.join(', ') }),
})

/** The roles that answer tickets. */
export const staff = ['internal', 'helpdesk', 'super_user'] as const
/** The roles that also assign and delete them. */
export const desk = ['helpdesk', 'super_user'] as const

/** The person who acts, as the database knows them at this moment. */
export interface Viewer {
  id: string
  role: Role
  /** The companies whose tickets a client sees beside their own: those they are `admin` or `contact` of. */
  managedClientIds: readonly string[]
}

export const CurrentUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  mobileNumber: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: Role,
  /** The language they have chosen; absent: that of their browser. */
  language: Language.optional(),
  /** The role that still waits for a super user's approval; only ever told to its owner. */
  requestedRole: Role.optional(),
  /** The address that counts once the link was opened that was mailed to it. */
  pendingEmail: z.string().optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** A user as administrators see them; the rest of the desk gets no more than name, address and role. */
export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  /** The address is known to be theirs; false: they have only said so. */
  isEmailConfirmed: z.boolean(),
  companyName: z.string().optional(),
  mobileNumber: z.string().nullable().optional(),
  profileImageUrl: z.string().nullable().optional(),
  isActive: z.boolean().optional(),
  /** They have never set a password. */
  isInvited: z.boolean().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
})
export type User = z.infer<typeof User>

/** A person as others see them beside a ticket or a comment. */
export const Person = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

export const TeamMember = Person.extend({
  role: Role,
  /** Tickets resolved since Monday by the person they are assigned to. */
  ticketsThisWeek: z.number().int(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const UserFilter = z.object({
  search: text(() => 'search', limits.search).optional(),
  isActive: z.enum(['true', 'false'], { error: () => i18n.t('isActive must be true or false') }).optional(),
})
export type UserFilter = z.output<typeof UserFilter>

/** Without `limit`, all of them. */
export const UserQuery = UserFilter.extend({
  /** Only this one. */
  id: Id.optional(),
  role: Role.optional(),
  /** Staff only. */
  isStaff: z.enum(['true', 'false'], { error: () => i18n.t('isStaff must be true or false') }).optional(),
}).extend(OptionalPaging.shape)
export type UserQuery = z.output<typeof UserQuery>

export const userApi = api({
  list: {
    method: 'GET',
    path: '/api/users',
    summary: 'Users by name; helpdesk gets name, address and role only',
    access: desk,
    query: UserQuery,
    reply: z.array(User),
  },
  team: {
    method: 'GET',
    path: '/api/team',
    summary: 'The people tickets can be assigned to',
    access: desk,
    reply: z.array(TeamMember),
  },
})

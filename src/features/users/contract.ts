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

export const staff = ['internal', 'helpdesk', 'super_user'] as const
export const desk = ['helpdesk', 'super_user'] as const

/** Acting person, read from the database for each call. */
export interface Viewer {
  id: string
  role: Role
  /** Companies as `admin` or `contact`, whose tickets a client also sees. */
  managedClientIds: readonly string[]
  /** Companies that a client belongs to, in any role; empty for staff. */
  clientIds: readonly string[]
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
  /** Absent: the browser's. */
  language: Language.optional(),
  /** Role that awaits approval; visible to its owner only. */
  requestedRole: Role.optional(),
  /** Address that becomes valid when its link is opened. */
  pendingEmail: z.string().optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Complete for administrators; the rest of the desk gets name, address and role. */
export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  /** The address is verified. */
  isEmailConfirmed: z.boolean(),
  companyName: z.string().optional(),
  mobileNumber: z.string().nullable().optional(),
  profileImageUrl: z.string().nullable().optional(),
  isActive: z.boolean().optional(),
  /** No password was ever set. */
  isInvited: z.boolean().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
})
export type User = z.infer<typeof User>

export const Person = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

export const TeamMember = Person.extend({
  role: Role,
  /** Assigned tickets resolved since Monday. */
  ticketsThisWeek: z.number().int(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const UserFilter = z.object({
  search: text(() => 'search', limits.search).optional(),
  isActive: z.enum(['true', 'false'], { error: () => i18n.t('isActive must be true or false') }).optional(),
})
export type UserFilter = z.output<typeof UserFilter>

/** Absent `limit`: all. */
export const UserQuery = UserFilter.extend({
  id: Id.optional(),
  role: Role.optional(),
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

import { clientUserRoles } from '#features/clients/roles/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { CurrentUser, desk, Language, Person, Role, User, UserFilter } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import {
  ById,
  changing,
  email,
  Id,
  mobileNumber,
  newPassword,
  personEmail,
  requiredText,
  text,
  Timestamp,
} from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

const administrators = ['super_user'] as const
const Done = z.object({ message: z.string() })

/** Purposes of mailed links: the first two set a password, the last verifies an address. */
export const linkPurposes = ['reset', 'invitation', 'address'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export const NewAccount = z.object({
  email: personEmail(),
  firstName: requiredText(() => i18n.t('First name'), limits.name),
  lastName: requiredText(() => i18n.t('Last name'), limits.name),
  role: Role.default('client'),
  companyName: requiredText(() => i18n.t('Company name'), limits.name),
  password: newPassword,
  mobileNumber: mobileNumber(),
})
export type NewAccount = z.output<typeof NewAccount>

export const NewUser = NewAccount.extend({
  password: newPassword.optional(),
  invite: z.boolean({ error: () => i18n.t('invite must be true or false') }).default(false),
  /** Client company that the person belongs to from the beginning. */
  clientId: Id.nullish(),
  /** Their role there; absent: employee. */
  clientRole: z
    .enum(clientUserRoles, {
      error: () => i18n.t('clientRole must be one of: {roles}', { roles: clientUserRoles.join(', ') }),
    })
    .optional(),
}).superRefine(({ password, invite, role, clientId }, context) => {
  if (clientId && role !== 'client')
    context.addIssue({
      code: 'custom',
      path: ['clientId'],
      message: i18n.t('Only a person with the role client belongs to a client'),
    })
  if (invite === (password === undefined)) return
  const message = invite ? i18n.t('Send a password or invite, not both') : i18n.t('Password is required')
  context.addIssue({ code: 'custom', path: ['password'], message })
})
export type NewUser = z.output<typeof NewUser>

export const AccountChange = changing(
  NewAccount.omit({ password: true })
    // Accept the present address in any form.
    .extend({ email: email(), role: Role })
    .partial(),
  () => i18n.t('Nothing to change: send email, firstName, lastName, role, companyName or mobileNumber'),
)
export type AccountChange = z.output<typeof AccountChange>

export const AccountCounts = z.object({ total: z.number().int(), byRole: z.record(Role, z.number().int()) })
export type AccountCounts = z.infer<typeof AccountCounts>

/** Request for a staff role. Name and address are unchanged since: a change of either cancels it. */
export const RoleRequest = z.object({
  id: Id,
  user: Person,
  requestedRole: Role,
  email: z.string(),
  name: z.string(),
  /** The address is verified. */
  isEmailConfirmed: z.boolean(),
  ip: z.string(),
  version: z.number().int(),
  createdAt: Timestamp,
})
export type RoleRequest = z.infer<typeof RoleRequest>

/** Version that the super user saw: a request that was decided since is refused. */
const Decision = z.object({ version: z.number({ error: () => i18n.t('version must be a number') }).int() })

export const Profile = z.object({
  firstName: requiredText(() => i18n.t('First name'), limits.name),
  lastName: requiredText(() => i18n.t('Last name'), limits.name),
  email: email(() => i18n.t('Invalid email address')),
  companyName: text(() => i18n.t('Company name'), limits.name)
    .nullish()
    .transform((name) => name ?? ''),
  mobileNumber: mobileNumber(() => i18n.t('Invalid phone number. Use E.164 format (e.g., +1234567890).')),
  /** Absent: unchanged; null: the language of the browser. */
  language: Language.nullable().optional(),
})
export type Profile = z.output<typeof Profile>

export const PasswordChange = z.object({
  currentPassword: z
    .string({ error: () => i18n.t('Current password is required') })
    .min(1, { error: () => i18n.t('Current password is required') })
    .max(limits.passwordMaxBytes, { error: () => i18n.t('Current password is too long') }),
  newPassword,
})
export type PasswordChange = z.output<typeof PasswordChange>

const SessionId = z.string().regex(/^[\w-]{43}$/)

export const Session = z.object({
  id: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** This session makes the request. */
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

const ByToken = z.object({
  token: z
    .string({ error: () => i18n.t('token is required') })
    .max(100, { error: () => i18n.t('token is too long') }),
})

export const accountApi = api({
  counts: {
    method: 'GET',
    path: '/api/users/counts',
    summary: 'How many users there are, in all and of each role',
    access: administrators,
    query: UserFilter,
    reply: AccountCounts,
  },
  create: {
    method: 'POST',
    path: '/api/users',
    summary: 'Create a user, with a password or with an invitation by email to set one',
    access: administrators,
    body: NewUser,
    /** The user is created even when the invitation could not be mailed. */
    reply: User.extend({ invitationFailure: z.string().optional() }),
    status: 201,
  },
  invite: {
    method: 'POST',
    path: '/api/users/:id/invitation',
    summary: 'Email somebody who has no password yet a new link to set one; the former link ends',
    access: administrators,
    params: ById,
    reply: Done,
  },
  change: {
    method: 'PUT',
    path: '/api/users/:id',
    summary: 'Change a user; a new role ends their sessions',
    access: administrators,
    params: ById,
    body: AccountChange,
    reply: User,
  },
  confirm: {
    method: 'POST',
    path: '/api/users/:id/email/confirm',
    summary: 'Vouch for the address of somebody who registered with it',
    access: administrators,
    params: ById,
    reply: User,
  },
  disable: {
    method: 'POST',
    path: '/api/users/:id/disable',
    summary: 'Deactivate a user: their sessions end, their open tickets are given back',
    access: administrators,
    params: ById,
    reply: User,
  },
  sessionsOf: {
    method: 'GET',
    path: '/api/users/:id/sessions',
    summary: 'Where a user is signed in, newest first',
    access: administrators,
    params: ById,
    reply: z.array(Session),
  },
  endSessionOf: {
    method: 'DELETE',
    path: '/api/users/:id/sessions/:session',
    summary: 'Sign out one session of a user',
    access: administrators,
    params: ById.extend({ session: SessionId }),
    reply: Done,
  },
  enable: {
    method: 'POST',
    path: '/api/users/:id/enable',
    summary: 'Let a deactivated user in again',
    access: administrators,
    params: ById,
    reply: User,
  },
  companyNames: {
    method: 'GET',
    path: '/api/company-names',
    summary: 'Every company name that is known, from users and clients',
    access: desk,
    reply: z.array(z.string()),
  },
  roleRequests: {
    method: 'GET',
    path: '/api/role-requests',
    summary: 'Who waits for a staff role, longest first',
    access: administrators,
    reply: z.array(RoleRequest),
  },
  approve: {
    method: 'POST',
    path: '/api/role-requests/:id/approve',
    summary: 'Give the role that was asked for',
    access: administrators,
    needsPassword: true,
    params: ById,
    body: Decision,
    reply: Done,
  },
  deny: {
    method: 'POST',
    path: '/api/role-requests/:id/deny',
    summary: 'Decline a request for a role',
    access: administrators,
    params: ById,
    body: Decision,
    reply: Done,
  },
  changeProfile: {
    method: 'PUT',
    path: '/api/profile',
    summary:
      'Change your own name, address, company and mobile number; another address or number needs a fresh sign-in, and an address with a mail server counts once its link was opened',
    access: 'signed-in',
    body: Profile,
    reply: CurrentUser,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/profile/email/confirm',
    summary: 'Prove the new address with the link that was emailed to it; from then on it counts',
    access: 'signed-in',
    body: ByToken,
    reply: CurrentUser,
  },
  proveEmail: {
    method: 'POST',
    path: '/api/auth/email/confirm',
    summary: 'Prove with a mailed link that the address somebody registered with is theirs',
    access: 'open',
    body: ByToken,
    reply: Done,
  },
  resendEmail: {
    method: 'POST',
    path: '/api/profile/email/link',
    summary: 'Email the link to the new address again; the former link ends',
    access: 'signed-in',
    reply: Done,
  },
  cancelEmail: {
    method: 'DELETE',
    path: '/api/profile/email',
    summary: 'Keep the present address; the link to the new one ends',
    access: 'signed-in',
    reply: Done,
  },
  changePassword: {
    method: 'POST',
    path: '/api/profile/password',
    summary: 'Set a new password; the other sessions end',
    access: 'signed-in',
    body: PasswordChange,
    reply: Done,
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Where the caller is signed in, newest first',
    access: 'signed-in',
    reply: z.array(Session),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'Sign out one of your own sessions',
    access: 'signed-in',
    params: z.object({ id: SessionId }),
    reply: Done,
  },
})

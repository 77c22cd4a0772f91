import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { CurrentUser, Role } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import {
  email,
  mobileNumber,
  newPassword,
  normalizeEmail,
  personEmail,
  requiredText,
  text,
} from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

const ownPassword = z
  .string({ error: () => i18n.t('Password is required') })
  .min(1, { error: () => i18n.t('Password is required') })
  .max(limits.passwordMaxBytes, { error: () => i18n.t('Password is too long') })

export const Login = z.object({
  email: z
    .string({ error: () => i18n.t('Email is required') })
    .overwrite(normalizeEmail)
    .min(1, { error: () => i18n.t('Email is required') })
    .max(limits.email, { error: () => i18n.t('Email is too long') }),
  password: ownPassword,
})
export type Login = z.input<typeof Login>

export const Registration = z.object({
  email: personEmail(),
  password: newPassword,
  firstName: requiredText(() => i18n.t('First name'), limits.name),
  lastName: requiredText(() => i18n.t('Last name'), limits.name),
  role: Role.default('client'),
  companyName: text(() => i18n.t('Company name'), limits.name)
    .nullish()
    .transform((name) => name ?? ''),
  mobileNumber: mobileNumber(),
  /** Code from the log; needed only to become the first administrator from another machine. */
  setupToken: z
    .string()
    .max(100, { error: () => i18n.t('Set-up code is too long') })
    .optional(),
})
export type Registration = z.output<typeof Registration>

const registrationModes = ['open', 'approval', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

const DemoAccount = z.object({ name: z.string(), email: z.string(), role: Role })

export const SignInOptions = z.object({
  registration: z.enum(registrationModes),
  /** People of the demonstration, all with the password `demoPassword`; empty elsewhere. */
  demoAccounts: z.array(DemoAccount),
  demoPassword: z.string().optional(),
  canReset: z.boolean(),
  /** The installation is unclaimed, and claiming it needs the code from the log. */
  needsSetupCode: z.boolean(),
  /** The next super user who registers becomes the first administrator. */
  isUnclaimed: z.boolean(),
  /** Faults in the set-up that a super user should mend, that of an `open` registration first; empty for others. */
  warnings: z.array(z.string()),
})
export type SignInOptions = z.infer<typeof SignInOptions>

const Done = z.object({ message: z.string() })

const PasswordReset = z.object({
  token: z
    .string({ error: () => i18n.t('token is required') })
    .max(100, { error: () => i18n.t('token is too long') }),
  password: newPassword,
})

export const authApi = api({
  currentUser: {
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in user; 401 means nobody is signed in',
    access: 'signed-in',
    reply: CurrentUser,
  },
  signInOptions: {
    method: 'GET',
    path: '/api/auth/options',
    summary: 'How people may sign in and register here',
    access: 'open',
    reply: SignInOptions,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in; sets the session cookie',
    access: 'open',
    body: Login,
    reply: CurrentUser,
  },
  register: {
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account; does not sign in',
    access: 'open',
    body: Registration,
    reply: CurrentUser,
    status: 201,
  },
  requireApproval: {
    method: 'PUT',
    path: '/api/auth/approval',
    summary: 'Have staff roles wait for approval, also where REGISTRATION is open',
    access: ['super_user'],
    reply: Done,
  },
  liftApproval: {
    method: 'DELETE',
    path: '/api/auth/approval',
    summary: 'End that; REGISTRATION alone says then who gets a role',
    access: ['super_user'],
    needsPassword: true,
    reply: Done,
  },
  isPasswordShown: {
    method: 'GET',
    path: '/api/auth/password',
    summary:
      'Whether a call that needs a sign-in of the last 15 minutes, or the password since, would be let in',
    access: 'signed-in',
    needsPassword: true,
    reply: Done,
  },
  showPassword: {
    method: 'POST',
    path: '/api/auth/password',
    summary: 'Show the password again, for the calls that are refused with `password_needed`',
    access: 'signed-in',
    body: z.object({ password: ownPassword }),
    reply: Done,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the session; `GET /api/logout` does the same by navigation',
    access: 'open',
    reply: Done,
  },
  leave: {
    method: 'GET',
    path: '/api/logout',
    summary: 'End the session by navigation; leads to the first page',
    access: 'open',
    reply: z.never(),
    status: 302,
  },
  forgot: {
    method: 'POST',
    path: '/api/auth/forgot',
    summary: 'Email a link to set a new password; the answer is the same for an unknown address',
    access: 'open',
    body: z.object({ email: email() }),
    reply: Done,
  },
  reset: {
    method: 'POST',
    path: '/api/auth/reset',
    summary: 'Set a password with an emailed link; ends all sessions of that person',
    access: 'open',
    body: PasswordReset,
    reply: Done,
  },
})

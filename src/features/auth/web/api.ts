import { i18n } from '#platform/contract/i18n.ts'
import type { CurrentUser, Role } from '#features/users/contract.ts'
import { CallError } from '#platform/web/call.ts'
import type { authApi, Login, SignInOptions } from '../contract.ts'

// Import types alone: schemas would enlarge the page of visitors.
type Path = (typeof authApi)[keyof typeof authApi]['path'] | '/api/auth/email/confirm'

async function send<T>(method: 'GET' | 'POST', path: Path, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError(0, i18n.t('No connection'))
  })
  const text = await response.text()
  if (!response.ok) throw new CallError(response.status, text || response.statusText)
  return JSON.parse(text) as T
}

export interface Registering extends Login {
  firstName: string
  lastName: string
  role: Role
  companyName: string
  mobileNumber: string
  setupToken?: string
}

export const signIn = (login: Login) => send<CurrentUser>('POST', '/api/auth/login', login)
export const register = (fields: Registering) => send<CurrentUser>('POST', '/api/auth/register', fields)
export const askForLink = (email: string) => send<{ message: string }>('POST', '/api/auth/forgot', { email })
export const setPassword = (token: string, password: string) =>
  send<{ message: string }>('POST', '/api/auth/reset', { token, password })
export const proveEmail = (token: string) =>
  send<{ message: string }>('POST', '/api/auth/email/confirm', { token })
export const loadSignInOptions = () => send<SignInOptions>('GET', '/api/auth/options')

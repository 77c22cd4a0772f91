import type { Language } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { desk, staff, type Viewer } from './contract.ts'

type Acting = Pick<Viewer, 'role'>

export const isClient = (viewer: Acting) => viewer.role === 'client'
export const isStaff = (viewer: Acting) => isOneOf(staff, viewer.role)
/** Helpdesk and super users: those who assign, delete and administer. */
export const isDesk = (viewer: Acting) => isOneOf(desk, viewer.role)
/** The language of what somebody is sent: the one they have chosen, or else that of the browser they signed in with last. */
export const languageOf = (user: {
  language: Language | null
  browserLanguage: Language | null
}): Language | null => user.language ?? user.browserLanguage

/** Administrators manage users, clients and settings. */
export const isAdministrator = (viewer: Acting) => viewer.role === 'super_user'

import type { Language } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { desk, staff, type Viewer } from './contract.ts'

type Acting = Pick<Viewer, 'role'>

export const isClient = (viewer: Acting) => viewer.role === 'client'
export const isStaff = (viewer: Acting) => isOneOf(staff, viewer.role)
export const isDesk = (viewer: Acting) => isOneOf(desk, viewer.role)
/** Language for messages: the chosen one, or that of the last browser. */
export const languageOf = (user: {
  language: Language | null
  browserLanguage: Language | null
}): Language | null => user.language ?? user.browserLanguage

export const isAdministrator = (viewer: Acting) => viewer.role === 'super_user'

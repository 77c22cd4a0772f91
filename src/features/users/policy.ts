import { desk, staff, type Role, type Viewer } from './contract.ts'

type Acting = Pick<Viewer, 'role'>

export const isClient = (viewer: Acting) => viewer.role === 'client'
export const isStaff = (viewer: Acting) => (staff as readonly Role[]).includes(viewer.role)
/** Helpdesk and super users: those who assign, delete and administer. */
export const isDesk = (viewer: Acting) => (desk as readonly Role[]).includes(viewer.role)
/** Those who manage users, clients and settings. */
export const isAdministrator = (viewer: Acting) => viewer.role === 'super_user'

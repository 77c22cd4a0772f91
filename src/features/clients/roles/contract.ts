export const agentRoles = ['assigned', 'lead', 'manager'] as const
export const clientUserRoles = ['employee', 'admin', 'contact'] as const
export const assignmentRoles = [...agentRoles, ...clientUserRoles] as const

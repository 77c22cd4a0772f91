/** The roles of agents in a client company, then those of its own people. */
export const agentRoles = ['assigned', 'lead', 'manager'] as const
export const clientUserRoles = ['employee', 'admin', 'contact'] as const
export const assignmentRoles = [...agentRoles, ...clientUserRoles] as const

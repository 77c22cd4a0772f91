/** Of a button that sends what only the team reads. */
export const internalLook = 'enabled:border-amber-solid! enabled:bg-amber-bg! enabled:text-amber-fg!'

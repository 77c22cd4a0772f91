/** Button of an internal comment. */
export const internalLook = 'enabled:border-amber-solid! enabled:bg-amber-bg! enabled:text-amber-fg!'

/** What can be restored once it was deleted. */
export const deletableKinds = ['ticket', 'comment', 'client', 'product'] as const
export type DeletableKind = (typeof deletableKinds)[number]

/** For how long that is so; then it is gone. */
export const keptDays = 30

/** Kinds of things that can be restored once they were deleted. */
export const deletableKinds = ['ticket', 'comment', 'client', 'product'] as const
export type DeletableKind = (typeof deletableKinds)[number]

/** For how long that is so; then it is gone. */
export const keptDays = 30

export const deletableKinds = ['ticket', 'comment', 'client', 'product'] as const
export type DeletableKind = (typeof deletableKinds)[number]

/** Days until a deleted thing is purged. */
export const restorableDays = 30

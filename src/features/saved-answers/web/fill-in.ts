import { bracedPattern, isVariable, type Variable } from '../contract.ts'

export type Values = Readonly<Record<Variable, string>>

/** Stands for a value that is missing until it is taken out. */
const gap = '\0'

/**
 * The text of a saved answer with its variables filled in. What has no value leaves as little behind as can be: its line where there is
 * nothing else on it, the space before it, the brackets or quotation marks around it, and at the beginning of a line the comma after it.
 */
export const fillIn = (text: string, values: Values): string =>
  text
    .replaceAll(gap, '')
    .replaceAll(bracedPattern, (_, name: string) => (isVariable(name) && values[name].trim()) || gap)
    .replaceAll(/(?:\(\0\)|\[\0\]|"\0"|“\0”|'\0'|‘\0’)/g, gap)
    .replaceAll(/\0['’]s\b/g, gap)
    .replaceAll(/^[ \t]*\0[ \t\0]*(?:\n|$(?![\s\S]))/gm, '')
    .replaceAll(/^([ \t]*)\0[ \t\0]*[,;:]?[ \t]*/gm, '$1')
    .replaceAll(/[ \t]*\0/g, '')
    .trim()

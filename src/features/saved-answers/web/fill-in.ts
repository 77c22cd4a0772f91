import { bracedPattern, isVariable, type Variable } from '../contract.ts'

export type Values = Readonly<Record<Variable, string>>

/** Placeholder of a missing value. */
const gap = '\0'

/**
 * Fills in variables. A missing value takes along its line if otherwise empty, the space before it, brackets
 * or quotation marks around it, and a comma after it at the start of a line.
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

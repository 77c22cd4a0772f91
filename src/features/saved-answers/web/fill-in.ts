import { bracedPattern, isVariable, type Variable } from '../contract.ts'

export type Values = Readonly<Record<Variable, string>>

/** Placeholder of a missing value. */
const gap = '\0'

/**
 * Fills in variables. A missing value takes along its otherwise empty line, the space before it, and brackets
 * or quotation marks around it. At the start of a line it also takes the comma after it.
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

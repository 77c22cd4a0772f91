import { normalForm } from './normal-form.ts'

/**
 * The form in which text is stored for contain-matching and in which a search is compared with it: case and accents
 * folded, white space single. Done here and not in SQL because the two databases fold differently. Text of nothing but accents keeps
 * them, or all such texts would be the same.
 */
export function searchable(...parts: (string | null | undefined)[]): string {
  const whole = normalForm(parts.filter(Boolean).join('\n'), 'NFKD')
  const letters = whole.replaceAll(/\p{M}/gu, '')
  return (letters || whole).toLowerCase().replaceAll(/[^\S\n]+/g, ' ')
}

/** A LIKE pattern that finds exactly what was typed, wherever it stands: `%`, `_` and `\` mean themselves. */
export const containing = (typed: string): string =>
  `%${searchable(typed).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

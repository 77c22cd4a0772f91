import { i18n } from '#platform/contract/i18n.ts'

/** Words that guessers try first, in any case and followed by digits. */
const common =
  /pass(?:word|wort|w0rd)?|qwert[yz](?:ui?o?p?)?|asdf(?:gh)?|hallo|hello|welcome|willkommen|admin|letmein|secret|geheim|signalbox|support|sommer|winter|summer|spring|love|liebe|monkey|dragon|iloveyou/gi

const pools: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{Ll}\p{Lu}\p{Nd}]/u, 33],
]

const weakBelowBits = 40
const strongFromBits = 75

/** Counts the letters that neither repeat nor continue the one before, as in `aaa`, `abc` and `321`. */
function countUnforeseen(text: string): number {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  return codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length
}

/** Estimates roughly: a common word counts as one letter, the rest as random characters of their kinds. */
function bitsOf(password: string): number {
  const pool = pools.reduce((size, [kind, more]) => size + (kind.test(password) ? more : 0), 0)
  return countUnforeseen(password.replaceAll(common, '\u0000')) * Math.log2(Math.max(pool, 2))
}

/** Rates a password for its owner; no password is refused for it. @returns undefined for none */
export function strengthWords(password: string): string | undefined {
  if (password === '') return undefined
  const bits = bitsOf(password)
  if (bits < weakBelowBits) return i18n.t('Easy to guess. Several words in a row are better.')
  if (bits < strongFromBits) return i18n.t('Fair. Longer is better.')
  return i18n.t('Strong.')
}

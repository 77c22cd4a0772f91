/** A letter or a digit of an alphabet that shortcuts are not written in. */
const isForeign = (key: string) => /^[\p{L}\p{Nd}]$/u.test(key) && !/^[\p{Script=Latin}\d]$/u.test(key)

const signs: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Slash: '/' }

/**
 * The key of an event as shortcuts know it: the letter it writes, or, on a keyboard of another alphabet, the one printed in the same
 * place of a Latin keyboard.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!isForeign(key)) return key
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? signs[code] ?? key
}

/** Detects a letter or digit of another script than that of shortcuts. */
const isForeign = (key: string) => /^[\p{L}\p{Nd}]$/u.test(key) && !/^[\p{Script=Latin}\d]$/u.test(key)

const signs: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Slash: '/' }

/** Returns the key of a shortcut: the written letter, or on other scripts the letter at that position of a Latin keyboard. */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!isForeign(key)) return key
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? signs[code] ?? key
}

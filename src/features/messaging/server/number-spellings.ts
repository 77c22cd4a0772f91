/** Prefixes of numbers with two spellings, and the digit that one of them inserts. */
const inTwoWays = [
  // Brazil added a 9 after the area code of mobile numbers; older WhatsApp accounts lack it.
  { short: /^(55\d{2})([6-9]\d{7})$/, long: /^(55\d{2})9([6-9]\d{7})$/, digit: '9' },
  // Mexico dropped the 1 after the country code in 2020; WhatsApp accounts keep it.
  { short: /^(52)(\d{10})$/, long: /^(52)1(\d{10})$/, digit: '1' },
] as const

/** @param digits of a number in international form @returns all spellings, the given one first */
export function spellingsOf(digits: string): string[] {
  const others = inTwoWays.flatMap(({ short, long, digit }) => {
    if (long.test(digits)) return [digits.replace(long, '$1$2')]
    return short.test(digits) ? [digits.replace(short, `$1${digit}$2`)] : []
  })
  return [digits, ...others]
}

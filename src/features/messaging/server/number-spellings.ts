/** Beginnings of numbers that are written in two ways, and the digit that one of them has behind it. */
const inTwoWays = [
  // Brazil: mobile numbers were given a 9 behind the area code, which accounts of WhatsApp that are older than that do not have.
  { short: /^(55\d{2})([6-9]\d{7})$/, long: /^(55\d{2})9([6-9]\d{7})$/, digit: '9' },
  // Mexico: numbers have lost the 1 behind the country code in 2020, accounts of WhatsApp have not.
  { short: /^(52)(\d{10})$/, long: /^(52)1(\d{10})$/, digit: '1' },
] as const

/**
 * The ways in which one number may be written.
 * @param digits of a number in international form
 * @returns the number as it was given, and another way where there is one
 */
export function spellingsOf(digits: string): string[] {
  const others = inTwoWays.flatMap(({ short, long, digit }) => {
    if (long.test(digits)) return [digits.replace(long, '$1$2')]
    return short.test(digits) ? [digits.replace(short, `$1${digit}$2`)] : []
  })
  return [digits, ...others]
}

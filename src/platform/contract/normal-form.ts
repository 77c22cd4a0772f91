/**
 * Marks beyond what any script puts on one letter, also those that become marks by folding. Sorting them into their normal order takes
 * time by the square of their number: a mebibyte of them would hold up everybody for minutes. Source: Unicode UAX #15, stream-safe text.
 */
const endlessMarks = /([\p{M}\u{FF9E}\u{FF9F}]{30})[\p{M}\u{FF9E}\u{FF9F}]+/gu

/** Well-formed text in a Unicode normal form; takes time in proportion to its length, whatever it holds. */
export const normalForm = (value: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  value.toWellFormed().replaceAll(endlessMarks, '$1').normalize(form)

/**
 * Signs that the conversion of HTML leaves for folding. They are noncharacters, which `cleanText` takes out of every received text; each
 * stands on a line of its own, but `looseQuote`, which begins the lines of a quotation.
 */
export const signs = {
  quoteBegins: '\uFDD2',
  quoteEnds: '\uFDD3',
  signatureBegins: '\uFDD4',
  signatureEnds: '\uFDD5',
  /** Headers of a quoted mail follow, and the mail itself up to the end. */
  restIsQuote: '\uFDD6',
  /** A line drawn above: headers of a quoted mail may follow. */
  ruled: '\uFDD7',
  /** Indented, perhaps by its author. */
  looseQuote: '\uFDD8',
} as const

export const anySign = /[\uFDD0-\uFDEF]/g

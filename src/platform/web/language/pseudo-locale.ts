import { I18n, type MessageDescriptor } from '@lingui/core'

/** From right to left, and a third longer than in English, as most languages are. */
const lengthened = (text: string) => `\u2067${text}${'~'.repeat(Math.ceil(text.length / 3))}\u2069`

class PseudoI18n extends I18n {
  // Not `#`: the provider hands out a proxy, which has none of those.
  readonly english: I18n

  constructor(locale: string, english: I18n) {
    super({ locale })
    this.english = english
  }

  override _(id: MessageDescriptor | string, values?: Record<string, unknown>): string {
    const asked = typeof id === 'string' ? { id, values } : { ...id, values: id.values ?? values }
    return lengthened(this.english._(asked))
  }

  override t = this._.bind(this)
}

/** @param locale the tag that dates and numbers are written by */
export const createPseudoI18n = (locale: string, english: I18n): I18n => new PseudoI18n(locale, english)

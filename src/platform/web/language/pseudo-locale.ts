import { I18n, type MessageDescriptor } from '@lingui/core'

/** Marks right to left, and adds a third to the length, as in most languages. */
const lengthened = (text: string) => `\u2067${text}${'~'.repeat(Math.ceil(text.length / 3))}\u2069`

/** @param locale tag for dates and numbers */
export function createPseudoI18n(locale: string, english: I18n): I18n {
  class PseudoI18n extends I18n {
    override _(id: MessageDescriptor | string, values?: Record<string, unknown>): string {
      const asked = typeof id === 'string' ? { id, values } : { ...id, values: id.values ?? values }
      return lengthened(english._(asked))
    }
  }
  return new PseudoI18n({ locale })
}

import { i18n } from '#platform/contract/i18n.ts'
import { writtenLocale } from '#platform/web/language/language.ts'

const units = ['KB', 'MB', 'GB'] as const

/** Formats bytes: "12.3 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return i18n.t('{count, plural, one {# byte} other {# bytes}}', { count: bytes })
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length)
  const value = bytes / 1024 ** step
  const number = value.toLocaleString(writtenLocale, { maximumFractionDigits: value < 10 ? 1 : 0 })
  return `${number} ${units[step - 1]}`
}

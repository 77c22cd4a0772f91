import { i18n } from '#platform/contract/i18n.ts'

const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** A number of bytes as people read it: "12.3 MB". */
export function sizeWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** step
  const digits = value < 10 && step > 0 ? 1 : 0
  const number = value.toLocaleString(undefined, { maximumFractionDigits: digits })
  return bytes === 1 ? i18n.t('1 byte') : `${number} ${units[step] ?? 'bytes'}`
}

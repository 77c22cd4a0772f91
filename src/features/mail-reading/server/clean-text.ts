import { truncated } from '#platform/contract/truncated.ts'
import { oneLine } from '#platform/server/one-line.ts'

/** Control characters but tab and line feed; and noncharacters, which the steps of reading use as signs of their own. */
const unwanted = /[^\P{Cc}\t\n]|[\uFDD0-\uFDEF\uFFFE\uFFFF\uFEFF]/gu

/** Makes text of a mail fit to store: NFC, line feeds, no control characters. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(unwanted, '')
    .toWellFormed()
    .normalize('NFC')

/** The same on one line, without marks that turn the direction of writing. @param most code points */
export function cleanLine(text: string, most: number): string {
  return truncated(oneLine(cleanText(text).replaceAll(/[\u200E\u200F]/g, '')), most)
}

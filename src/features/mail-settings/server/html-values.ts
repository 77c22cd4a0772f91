import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#platform/server/send/mail-html.ts'

const commentOrTag = /<!--[^]*?-->|<[a-z/](?:"[^"]*"|'[^']*'|[^'">])*>/gi
const quoted = /"[^"]*"|'[^']*'/g

/**
 * Puts values into the HTML of a template as the place of each wants them: between tags with breaks, inside of a tag as
 * the text of one attribute, whether it is quoted or not. Where a value stands is known once the whole is there, so until
 * then something that no text contains stands in its place.
 * @param messageHtml stands wherever the message is put out as it is; what a filter makes of it is text
 */
export function createHtmlValues(message: string, messageHtml: string) {
  const key = randomUUID()
  const [wholeMessage, lineBreak, space] = [`${key}m`, `${key}n`, `${key}s`]
  const markText = (text: string) =>
    escapeHtml(text)
      .replaceAll(/\r\n?|\n/g, lineBreak)
      .replaceAll(/\s/g, space)
  const put = (html: string, by: Record<string, string>) =>
    Object.entries(by).reduce((done, [mark, value]) => done.replaceAll(mark, () => value), html)
  const inAttribute = (gap: string) => (html: string) =>
    put(put(html, { [wholeMessage]: markText(message) }), { [lineBreak]: gap, [space]: gap })
  return {
    mark: (text: string) => (text !== '' && text === message ? wholeMessage : markText(text)),
    place(html: string): string {
      const attributesDone = html.replaceAll(commentOrTag, (tag) =>
        inAttribute('&#32;')(tag.replaceAll(quoted, inAttribute(' '))),
      )
      return put(attributesDone, { [wholeMessage]: messageHtml, [lineBreak]: '<br>', [space]: ' ' })
    },
  }
}

import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#platform/server/send/mail-html.ts'

const commentOrTag = /<!--[^]*?-->|<[a-z/](?:"[^"]*"|'[^']*'|[^'">])*>/gi
const quoted = /"[^"]*"|'[^']*'/g

/**
 * Escapes values by their place in the HTML: between tags with line breaks, inside a tag as attribute text.
 * Placeholders stand in until the whole is rendered, as only then the place is known.
 * @param messageHtml replaces an unfiltered message; filters work on its text
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

import { cleanText } from './clean-text.ts'

const quotesOf = (line: string) => /^>*/.exec(line)?.[0] ?? ''

/** Joins the lines of `format=flowed` (RFC 3676) to paragraphs again. */
function unflow(text: string, deletesSpace: boolean): string {
  const lines: { quotes: string; text: string }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const quotes = quotesOf(line)
    const words = line.slice(quotes.length).replace(/^ /, '')
    const last = lines.at(-1)
    const isSeparator = words === '-- '
    if (isOpen && last && last.quotes === quotes && !isSeparator)
      last.text = (deletesSpace ? last.text.slice(0, -1) : last.text) + words
    else lines.push({ quotes, text: words })
    isOpen = words.endsWith(' ') && !isSeparator
  }
  return lines.map((line) => (line.quotes === '' ? line.text : `${line.quotes} ${line.text}`)).join('\n')
}

/** Makes Markdown of a text part. @param params of its Content-Type */
export function plainToText(decoded: string, params: ReadonlyMap<string, string>): string {
  const text = cleanText(decoded)
  const isFlowed = params.get('format')?.toLowerCase() === 'flowed'
  return (isFlowed ? unflow(text, params.get('delsp')?.toLowerCase() === 'yes') : text)
    .replaceAll('\u00A0', ' ')
    .replace(/^\n+/, '')
    .trimEnd()
}

import { inflateSync } from 'node:zlib'

interface PdfObject {
  head: string
  body: string
}

/** What the codes of a font stand for, and how many hexadecimal digits each has. */
interface Alphabet {
  letters: ReadonlyMap<number, string>
  codeDigits: number
}

/** Objects as Chromium writes them: none within another's stream. */
function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: id = '', index, 0: start } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const from = index + start.length
    const content = text.slice(from, text.indexOf('endobj', from))
    const [head = '', stream] = content.split(/stream\r?\n/, 2)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const bytes = Buffer.from(stream?.slice(0, length) ?? '', 'latin1')
    const isPacked = head.includes('/FlateDecode') && bytes.length > 0
    objects.set(id, { head, body: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return objects
}

const wordsOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

function alphabetOf(cmap: string): Map<number, string> {
  const alphabet = new Map<number, string>()
  for (const [, codes = ''] of cmap.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, code = '', text = ''] of codes.matchAll(/<(\w+)> <(\w+)>/g))
      alphabet.set(parseInt(code, 16), wordsOf(text))
  for (const [, ranges = ''] of cmap.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of ranges.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = parseInt(from, 16), at = 0; code <= parseInt(to, 16); code++, at++)
        alphabet.set(code, String.fromCharCode(parseInt(text, 16) + at))
  return alphabet
}

/** What is drawn with these codes. */
function lettersOf(codes: string, { letters, codeDigits }: Alphabet): string {
  let text = ''
  for (let at = 0; at < codes.length; at += codeDigits)
    text += letters.get(parseInt(codes.slice(at, at + codeDigits), 16)) ?? ''
  return text
}

/** The text on the pages of a PDF that Chromium has printed, in the order in which it was drawn, without any spaces. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const body = (id = '') => objects.get(id)?.body ?? ''
  const heads = [...objects.values()].map(({ head }) => head)
  const alphabets = new Map<string, Alphabet>()
  for (const [, font = '', id = ''] of heads.join().matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const letterShapes = objects.get(id)?.head ?? ''
    const letters = alphabetOf(body(/\/ToUnicode (\d+) 0 R/.exec(letterShapes)?.[1]))
    alphabets.set(font, { letters, codeDigits: letterShapes.includes('/Type0') ? 4 : 2 })
  }
  let text = ''
  for (const head of heads.filter((one) => /\/Type \/Page\b(?!s)/.test(one))) {
    let alphabet: Alphabet | undefined
    const drawn = body(/\/Contents (\d+) 0 R/.exec(head)?.[1])
    for (const [, font, codes = ''] of drawn.matchAll(/\/(F\d+) \S+ Tf|<(\w+)> Tj/g)) {
      if (font) alphabet = alphabets.get(font)
      text += alphabet ? lettersOf(codes, alphabet) : ''
    }
  }
  return withoutSpaces(text)
}

/** As `textOfPdf` gives it. */
export const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

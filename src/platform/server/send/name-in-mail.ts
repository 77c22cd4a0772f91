import { oneLine } from '../one-line.ts'

const mostLetters = 40
const dots = String.raw`[.\u3002\uFF0E\uFF61]`
/** An address with a scheme, or the name of a host as it is usually written, each with all that is written onto it. */
const webAddress = new RegExp(
  String.raw`\S*(?:[a-zA-Z][\w+.-]*:\/\/|[wW]{3}${dots}|[\p{L}\p{N}]${dots}(?:\p{Ll}{2}|\p{N}))\S*`,
  'gu',
)
/** Where a mail program would still take the words around it for a host: "St.John". */
const joiningDot = new RegExp(String.raw`(?<=[\p{L}\p{N}])${dots}(?=[\p{L}\p{N}]{2})`, 'gu')
const letters = new Intl.Segmenter()

/**
 * The name of a person as a mail may say it: what people call themselves must not become a message of ours to somebody else.
 * @returns one line of at most 40 letters, without addresses of the web; empty for a name of nothing else
 */
export function nameInMail(written: string): string {
  const harmless = oneLine(oneLine(written).replaceAll(webAddress, ' '))
    .replaceAll(joiningDot, '. ')
    // Mail programs would read an encoded word, even within quotes.
    .replaceAll('=?', '= ?')
  const all = Array.from(letters.segment(harmless), ({ segment }) => segment)
  return all.length > mostLetters ? `${all.slice(0, mostLetters).join('').trimEnd()}…` : harmless
}

import { oneLine } from '../one-line.ts'

const mostLetters = 40
const dots = String.raw`[.\u3002\uFF0E\uFF61]`
const webAddress = new RegExp(
  String.raw`\S*(?:[a-zA-Z][\w+.-]*:\/\/|[wW]{3}${dots}|[\p{L}\p{N}]${dots}(?:\p{Ll}{2}|\p{N}))\S*`,
  'gu',
)
/** Matches a dot that mail programs would still take for a host's: "St.John". */
const joiningDot = new RegExp(String.raw`(?<=[\p{L}\p{N}])${dots}(?=[\p{L}\p{N}]{2})`, 'gu')
const letters = new Intl.Segmenter()

/** Cleans a name, so that it cannot carry a message to others. @returns one line of at most 40 letters without web addresses, or empty */
export function nameInMail(written: string): string {
  const harmless = oneLine(oneLine(written).replaceAll(webAddress, ' '))
    .replaceAll(joiningDot, '. ')
    // Mail programs would decode an encoded word, even within quotes.
    .replaceAll('=?', '= ?')
  const all = Array.from(letters.segment(harmless), ({ segment }) => segment)
  return all.length > mostLetters ? `${all.slice(0, mostLetters).join('').trimEnd()}…` : harmless
}

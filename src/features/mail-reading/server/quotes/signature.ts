const longestLines = 14

/** Words in lower case, web and mail addresses left out. */
const lowerWords = (words: readonly string[]) => words.filter((word) => /^\p{Ll}/u.test(word)).length

/** Closings that stand between the marks of a signature. */
const closing =
  /^(?:mit (?:freundlichen|besten|herzlichen)|(?:kind|best|warm|many) |(?:viele|liebe|beste|herzliche) |regards|cheers|thanks|thank you|vielen dank|cordialement|bien à|saludos|un saludo|cordiali|distinti|atenciosamente|met vriendelijke|z poważaniem|pozdrawiam|s pozdravem|с уважением|med vänlig|med venlig|ystävällisin|sent |gesendet |envoyé |enviado |inviato )/iu

/** True for a line that reads as a sentence rather than as a name, a place, a number or a company. */
function isProse(line: string): boolean {
  const text = line.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
  if (text === '' || closing.test(text)) return false
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/[@/]|\.\p{L}/u.test(word))
  const isCased = /\p{Lu}|\p{Ll}/u.test(text)
  if (!isCased) return text.length > 30 || /[。？！?!؟]/u.test(text)
  const lower = lowerWords(words)
  return (/[?!]$/.test(text) && words.length > 1) || (lower >= 2 && lower * 2 > words.length)
}

/** True when a block that stands where a signature does holds nothing else: no answer was written into it. */
export const isSignature = (lines: readonly string[]): boolean =>
  lines.filter((line) => line.trim() !== '').length <= longestLines && !lines.some(isProse)

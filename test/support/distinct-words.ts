const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A description of about 49,900 characters, of words of which no two are the same, in this text or another. */
export function distinctWords(text: number): string {
  const count = 4989
  const wordOf = (number: number) => {
    let word = ''
    for (let rest = number; word.length < 9; rest = Math.floor(rest / letters.length))
      word += letters[rest % letters.length]
    return word
  }
  return Array.from({ length: count }, (_, at) => wordOf(text * count + at)).join(' ')
}

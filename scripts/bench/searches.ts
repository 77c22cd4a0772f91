import { rarities, vocabulary } from './words.ts'

interface Search {
  name: string
  path: string
  texts: string[]
}

const list = '/api/tickets?search='

/** The words of some ranks that are long enough to be searched as words. */
const ranked = (from: number, to: number) => vocabulary.slice(from, to).filter((word) => word.length > 3)

const pairs = (words: readonly string[]) =>
  words.map((word, at) => `${word} ${words[(at + 7) % words.length]}`)

/**
 * What people search for, by how often it stands in the texts that `words.ts` writes.
 * @param count how many tickets there are
 */
export function searches(count: number): Search[] {
  const frequent = ranked(10, 60)
  const middling = ranked(100, 150)
  const rare = [
    ...rarities,
    ...Array.from({ length: 30 }, (_, at) => `nb-${String(at * 601).padStart(5, '0')}`),
  ]
  const numbers = Array.from({ length: 40 }, (_, at) =>
    String(Math.ceil(((at + 1) * count) / 41)).padStart(6, '0'),
  )
  return [
    { name: 'frequent word', path: list, texts: frequent },
    { name: 'middling word', path: list, texts: middling },
    { name: 'rare word', path: list, texts: rare },
    { name: 'two frequent words', path: list, texts: pairs(frequent) },
    {
      name: 'two frequent words as a phrase',
      path: list,
      texts: pairs(frequent).map((words) => `"${words}"`),
    },
    {
      name: 'a frequent and a rare word',
      path: list,
      texts: rare.map((word, at) => `${frequent[at % frequent.length]} ${word}`),
    },
    { name: 'part of a word', path: list, texts: frequent.map((word) => word.slice(0, 3)) },
    { name: 'number of a ticket', path: list, texts: numbers.map((number) => `TKT-${number}`) },
    {
      name: 'mistyped word',
      path: list,
      texts: middling.map((word) => `${word.slice(0, -2)}${word.at(-1)}`),
    },
    { name: 'frequent word and one status', path: `/api/tickets?status=open&search=`, texts: frequent },
    { name: 'palette: frequent word', path: '/api/search?q=', texts: frequent },
    { name: 'palette: rare word', path: '/api/search?q=', texts: rare },
  ]
}

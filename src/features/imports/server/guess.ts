import { languages } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { inLanguage } from '#platform/server/language.ts'
import { importFieldsOf, type ImportKind } from '../fields/contract.ts'

type NamedField = ReturnType<typeof importFieldsOf>[number]

/** Folds `createdAt`, `Created At` and `created_at` to one heading. */
const plain = (heading: string) =>
  searchable(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .replaceAll(/[_\s]+/g, ' ')
    .trim()

/** Lists a field's headings by likelihood: own ones of all languages before those of others. */
function headingsOf({ name, label, exported, surest, headings }: NamedField): string[] {
  const own = languages.flatMap((language) =>
    inLanguage(language, () => [label(), ...(exported ? [exported()] : [])]),
  )
  return [...new Set([surest ?? name, name, ...own, ...headings].map(plain))]
}

/** Matches the likeliest headings first, no column twice. @returns the column's position by field */
export function guessColumns(kind: ImportKind, given: readonly string[]): Record<string, number> {
  const columns = given.map(plain)
  const taken = new Set<number>()
  const guessed: Record<string, number> = {}
  const fields = importFieldsOf(kind).map((field) => ({ name: field.name, wanted: headingsOf(field) }))
  const most = Math.max(...fields.map(({ wanted }) => wanted.length))
  // The first heading of every field before the second of any: a certain match goes first.
  for (let rank = 0; rank < most; rank++)
    for (const { name, wanted } of fields) {
      const heading = wanted[rank]
      const place = columns.findIndex((column, at) => column === heading && !taken.has(at))
      if (guessed[name] !== undefined || heading === undefined || place < 0) continue
      guessed[name] = place
      taken.add(place)
    }
  return guessed
}

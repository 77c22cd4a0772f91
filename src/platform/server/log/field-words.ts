/** How the audit log tells a field of a payload, in the language in use. */
interface FieldWord {
  name: () => string
  /** Its values that are told by words: names of choices, `true`, `false`, `null`. */
  values?: Readonly<Record<string, string>>
}

/** Fields of payloads by their names, whichever kind of fact has them. Any other is told by its name. */
export type FieldWords = Readonly<Record<string, FieldWord>>

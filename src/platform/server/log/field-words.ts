interface FieldWord {
  name: () => string
  /** Words for its values: names of choices, `true`, `false`, `null`. */
  values?: Readonly<Record<string, string>>
}

/** Words by field name, for all kinds of facts. Other fields show their name. */
export type FieldWords = Readonly<Record<string, FieldWord>>

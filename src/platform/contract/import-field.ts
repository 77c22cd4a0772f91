/** Column of an import file. The feature whose rows it fills declares it. */
export interface ImportField {
  /** Returns the name on screens, in the reader's language. A name common to several kinds has one label. */
  label: () => string
  /** Headings of other systems, likeliest first: lower case, without accents, one space between words. */
  headings: readonly string[]
  /** Returns the heading in this program's own list export, where it differs from the label. */
  exported?: () => string
  /** Heading to prefer even to the field's own name, in the form of `headings`. */
  surest?: string
  /** Cell of the template's only row. The template leaves out a field without one. */
  example?: string
  isRequired?: true
}

/** Fields by name, in the order of matching. */
export type ImportFields = Readonly<Record<string, ImportField>>

interface WordOptionsProps<T extends string> {
  values: readonly T[]
  words: Record<T, string>
}

export function WordOptions<T extends string>({ values, words }: WordOptionsProps<T>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {words[value]}
    </option>
  ))
}

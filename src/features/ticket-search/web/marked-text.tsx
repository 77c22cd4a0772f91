import type { Marked } from '../contract.ts'

export function MarkedText({ text, marks }: Marked) {
  return marks
    .flatMap(([from, to], at) => [
      text.slice(marks[at - 1]?.[1] ?? 0, from),
      <mark key={from}>{text.slice(from, to)}</mark>,
      at === marks.length - 1 ? text.slice(to) : '',
    ])
    .concat(marks.length === 0 ? [text] : [])
}

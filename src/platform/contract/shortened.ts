const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A letter with endless marks is looked at no further. */
const longestLetter = 64

/**
 * A text, or its beginning with an ellipsis: cut between what people see as letters, such as flags and faces that are joined.
 * @param most code points that are kept
 */
export function shortened(text: string, most: number): string {
  const points = Array.from(text)
  if (points.length <= most) return text
  let [kept, left] = ['', most]
  for (const { segment } of graphemes.segment(points.slice(0, most + longestLetter).join(''))) {
    left -= Array.from(segment).length
    if (left < 0) break
    kept += segment
  }
  // One endless letter: its beginning.
  return `${(kept || points.slice(0, most).join('')).trimEnd()}…`
}

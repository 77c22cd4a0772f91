const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Limit on a letter with endless marks. */
const longestLetter = 64

/** Truncates a text with an ellipsis, between graphemes such as flags and joined emoji. @param most kept code points */
export function shortened(text: string, most: number): string {
  const points = Array.from(text)
  if (points.length <= most) return text
  let [kept, left] = ['', most]
  for (const { segment } of graphemes.segment(points.slice(0, most + longestLetter).join(''))) {
    left -= Array.from(segment).length
    if (left < 0) break
    kept += segment
  }
  return `${(kept || points.slice(0, most).join('')).trimEnd()}…`
}

/** Truncates a text without a sign of it. @param most kept code points */
export const truncated = (text: string, most: number): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join('')

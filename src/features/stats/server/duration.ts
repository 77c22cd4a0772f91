const minuteS = 60
const hourS = 60 * minuteS

const two = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`

/** Prints the two largest units: `45m`, `3h 20m`, `2d 4h`. */
export function durationWords(seconds: number): string {
  if (seconds < minuteS) return '<1m'
  const minutes = Math.round(seconds / minuteS)
  if (minutes < 60) return `${minutes}m`
  if (minutes < 24 * 60) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'm')
  const hours = Math.round(seconds / hourS)
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

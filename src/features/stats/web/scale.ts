const steps = [1, 2, 5, 10]

/** Divides an axis from 0 to `most` into one to four equal, round steps. */
export function linesFor(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * (steps.find((one) => one * power >= rough) ?? 1))
  const count = Math.ceil(Math.max(most, 1) / step)
  return Array.from({ length: count + 1 }, (_, line) => line * step)
}

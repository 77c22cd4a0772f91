import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { labelColors } from '../contract.ts'

const tokens = readFileSync(new URL('../../../platform/web/styles/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = tokens.split("[data-theme='dark']")

const surfaces = ['surface', 'raised', 'raised-hover', 'canvas', 'sunken', 'hover', 'selected']

function colorOf(theme: string, name: string): number[] {
  const [, hex = ''] = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(theme) ?? []
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

/** Relative luminance of WCAG 2.2. */
function luminanceOf(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: readonly number[], other: readonly number[]): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

// WCAG 1.4.11 asks of graphics for 3:1.
test.each(labelColors)('the dot of %s stands out from every surface in both themes', (color) => {
  for (const theme of [light, dark])
    for (const surface of surfaces) {
      const contrast = contrastOf(colorOf(theme, `${color}-solid`), colorOf(theme, surface))
      expect([surface, contrast >= 3]).toEqual([surface, true])
    }
})

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { root } from './run.ts'

const font = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const styles = join(root, 'src/platform/web/styles/base.css')

/** As much of the font as the styles ask for: without it, a third of what every browser loads first is letters that nobody writes. */
const options = {
  targetFormat: 'woff2',
  // What browsers apply by themselves, figures of one width, and the two forms that `html` has in base.css.
  keepFeatures: [
    'calt',
    'ccmp',
    'kern',
    'liga',
    'locl',
    'mark',
    'mkmk',
    'rlig',
    'rvrn',
    'tnum',
    'cv11',
    'ss03',
  ],
  variationAxes: { wght: { min: 400, max: 700 } },
} as const

/** The letters that the styles use this font for. */
function lettersOf(css: string): string {
  const [, ranges] = /unicode-range:([^;]+);/.exec(css) ?? []
  if (ranges === undefined) throw new Error(`${styles} names no unicode-range`)
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = NaN, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place))
    })
    .join('')
}

/** Puts the part of the font that is used in the place of the whole one. */
export const smallFont: Plugin = {
  name: 'small-font',
  async config() {
    const whole = readFileSync(createRequire(import.meta.url).resolve(font))
    const letters = lettersOf(readFileSync(styles, 'utf8'))
    const key = createHash('sha256').update(whole).update(letters).update(JSON.stringify(options))
    const folder = join(root, 'node_modules/.cache/signalbox')
    const file = join(folder, `inter-${key.digest('hex').slice(0, 16)}.woff2`)
    if (!existsSync(file)) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, await subsetFont(whole, letters, options))
    }
    return { resolve: { alias: { [font]: file } } }
  },
}

/** What the page names by itself. */
const named = ['theme.js', 'favicon.svg']

/** Has the page name these files by names that change with them, so that browsers keep them and need not ask again. */
export const keptFiles: Plugin = {
  name: 'kept-files',
  apply: 'build',
  buildStart() {
    for (const name of named) {
      const source = readFileSync(join(root, 'src/app/web/public', name))
      this.emitFile({ type: 'asset', name, source })
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      return named.reduce((page, name) => {
        const kept = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(name))
        if (!kept || !page.includes(`"/${name}"`)) throw new Error(`the page does not name ${name}`)
        return page.replace(`"/${name}"`, `"/${kept.fileName}"`)
      }, html)
    },
  },
}

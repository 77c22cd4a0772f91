import { expect, test } from 'vitest'
import { weigh } from '../scripts/budget.ts'

const manifest = {
  '_start-1.js': {
    file: 'assets/main.js',
    name: 'start',
    imports: ['_react.js'],
    css: ['assets/main.css'],
    assets: ['assets/inter.woff2'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_shell-1.js': {
    file: 'assets/shell.js',
    name: 'shell',
    imports: ['_react.js', '_start-1.js', '_mine.js'],
  },
  '_landing-1.js': { file: 'assets/landing.js', name: 'landing', imports: ['_start-1.js'] },
  '_desk-1.js': { file: 'assets/desk.js', name: 'desk', imports: ['_shell-1.js'] },
  '_mine.js': { file: 'assets/mine.js', imports: ['_react.js'] },
  'screens/board.tsx': { file: 'assets/board.js', isDynamicEntry: true, imports: ['_react.js', '_drag.js'] },
  '_drag.js': { file: 'assets/drag.js' },
}
const assets = {
  'assets/main.js': 20,
  'assets/react.js': 60,
  'assets/shell.js': 50,
  'assets/mine.js': 10,
  'assets/landing.js': 5,
  'assets/desk.js': 10,
  'assets/board.js': 30,
  'assets/drag.js': 20,
  'assets/main.css': 15,
  'assets/inter.woff2': 47,
}

const weighWith = (changes: Partial<typeof assets>) =>
  weigh(manifest, new Map(Object.entries({ ...assets, ...changes })))

test('the first load weighs everything that comes with it once', () => {
  const { lines, broken } = weighWith({})
  expect(broken).toEqual([])
  expect(lines.map(({ name, kb }) => [name, kb])).toEqual([
    ['signed out', 85],
    ['shell + My Tickets', 140],
    ['lazy screens/board.tsx', 50],
    ['CSS', 15],
    ['font assets/inter.woff2', 47],
    ['list of tickets, all of it', 212],
  ])
})

test('a lazy chunk does not count its importer’s weight, unless another imports it, too', () => {
  const asked = {
    ...manifest,
    'screens/board.tsx': { ...manifest['screens/board.tsx'], dynamicImports: ['card.tsx'] },
    'card.tsx': { file: 'assets/card.js', isDynamicEntry: true, imports: ['_drag.js'] },
  }
  const weightOf = (chunks: typeof asked) =>
    weigh(chunks, new Map(Object.entries({ ...assets, 'assets/card.js': 5 }))).lines.find(
      ({ name }) => name === 'lazy card.tsx',
    )?.kb
  expect(weightOf(asked)).toBe(5)
  const twice = { ...manifest['_shell-1.js'], dynamicImports: ['card.tsx'] }
  expect(weightOf({ ...asked, '_shell-1.js': twice })).toBe(25)
})

test('each exceeded budget is named with its weight', () => {
  const changes = {
    'assets/react.js': 150,
    'assets/drag.js': 35,
    'assets/main.css': 21,
    'assets/inter.woff2': 49,
  }
  expect(weighWith(changes).broken).toEqual([
    'signed out weighs 175.0 KB, its budget is 120 KB.',
    'shell + My Tickets weighs 230.0 KB, its budget is 178 KB.',
    'lazy screens/board.tsx weighs 65.0 KB, its budget is 64 KB.',
    'CSS weighs 21.0 KB, its budget is 20 KB.',
    'font assets/inter.woff2 weighs 49.0 KB, its budget is 48 KB.',
    'list of tickets, all of it weighs 310.0 KB, its budget is 237 KB.',
  ])
})

test('the list of tickets may not fall apart into more files', () => {
  const scattered = {
    ...manifest,
    '_desk-1.js': { ...manifest['_desk-1.js'], imports: ['_shell-1.js', '_a.js', '_b.js'] },
    '_a.js': { file: 'assets/a.js' },
    '_b.js': { file: 'assets/b.js' },
  }
  expect(weigh(scattered, new Map(Object.entries(assets))).broken).toEqual([
    'The list of tickets needs 9 files, its budget is 7.',
  ])
})

test('a bundle that is not built any more cannot pass unweighed', () => {
  const { '_shell-1.js': _, ...without } = manifest
  expect(weigh(without, new Map(Object.entries(assets))).broken).toEqual([
    expect.stringContaining('shell is not a chunk of its own'),
  ])
})

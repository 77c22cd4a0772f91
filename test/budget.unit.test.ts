import { expect, test } from 'vitest'
import { weigh } from '../scripts/budget.ts'

const manifest = {
  '_start-1.js': {
    file: 'start.js',
    name: 'start',
    imports: ['_runtime-1.js', '_app-1.js'],
    css: ['start.css'],
    assets: ['inter.woff2'],
  },
  '_runtime-1.js': { file: 'runtime.js' },
  '_app-1.js': { file: 'app.js', name: 'app', imports: ['_runtime-1.js', '_start-1.js'] },
  '_rare-1.js': { file: 'rare.js', name: 'rare', imports: ['_app-1.js', '_runtime-1.js'] },
  'board.tsx': { file: 'board.js', isDynamicEntry: true, imports: ['_rare-1.js'] },
}
const sizes: Record<string, number> = {
  'start.js': 80,
  'start.css': 20,
  'inter.woff2': 30,
  'runtime.js': 1,
  'app.js': 100,
  'rare.js': 80,
  'board.js': 46,
}
const kbOf = (file: string) => sizes[file] ?? NaN

test('a bundle weighs all that comes with it, once, and a part weighs what it adds', () => {
  const { imports: _, ...start } = manifest['_start-1.js']
  const lines = weigh({ ...manifest, '_start-1.js': { ...start, imports: ['_runtime-1.js'] } }, kbOf)
  expect(lines.map(({ name, kb }) => [name, kb])).toEqual([
    ['signed out', 131],
    ['list of tickets', 231],
    ['all that parts share', 311],
    ['board.js', 46],
  ])
  expect(lines.filter(({ kb, maxKb }) => kb > maxKb).map(({ name }) => name)).toEqual(['board.js'])
})

test('a bundle that imports another weighs both, also where they import each other', () => {
  const [signedOut] = weigh(manifest, kbOf)
  expect(signedOut).toMatchObject({ name: 'signed out', kb: 231, maxKb: 140 })
})

test('a bundle that is not built any more cannot pass unweighed', () => {
  const { '_app-1.js': _, ...without } = manifest
  expect(() => weigh(without, kbOf)).toThrow('no bundle named app')
})

import { expect, test } from 'vitest'
import { brokenImports, inCopy, proveImportRule } from '../scripts/import-rule.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

test('the import rule catches every planted fault', { timeout: 240_000 }, async () => {
  const { planted, missed } = await proveImportRule()
  expect(missed).toEqual([])
  expect(planted).toBeGreaterThan(30)
})

test('a folder may have twenty-five files besides its tests', { timeout: 240_000 }, async () => {
  const { broken } = await inCopy(true, async (folder) => {
    const room = join(folder, 'src', 'features', 'views', 'web', 'crowd')
    await mkdir(room, { recursive: true })
    for (let place = 0; place < 26; place++) {
      await writeFile(join(room, `file-${place}.ts`), 'export {}\n')
      if (place > 0) await writeFile(join(room, `file-${place}.test.ts`), 'export {}\n')
    }
    return brokenImports(folder)
  })
  expect(broken.filter((sentence) => sentence.includes('divide'))).toEqual([
    'src/features/views/web/crowd has 26 files, more than 25: divide it.',
  ])
})

test(
  'a feature may have sixty files besides its tests, and six thousand lines',
  { timeout: 240_000 },
  async () => {
    const { broken } = await inCopy(true, async (folder) => {
      const features = join(folder, 'src', 'features')
      for (const room of ['one', 'two', 'three']) {
        await mkdir(join(features, 'trash', 'web', room), { recursive: true })
        for (let place = 0; place < 20; place++)
          await writeFile(join(features, 'trash', 'web', room, `file-${place}.ts`), 'export {}\n')
      }
      await writeFile(join(features, 'sharing', 'long.ts'), '// line\n'.repeat(6000))
      return brokenImports(folder)
    })
    expect(broken.filter((sentence) => sentence.includes('divide')).toSorted()).toEqual([
      expect.stringMatching(
        /^src\/features\/sharing has \d files with 6\d+ lines, more than 60 files or 6000 lines/,
      ),
      expect.stringMatching(
        /^src\/features\/trash has 6\d files with \d+ lines, more than 60 files or 6000 lines/,
      ),
    ])
  },
)

test('the import rule fails on an almost empty tree', { timeout: 240_000 }, async () => {
  const { broken } = await inCopy(false, async (folder) => {
    await mkdir(join(folder, 'src', 'app', 'web'), { recursive: true })
    await writeFile(join(folder, 'src', 'app', 'web', 'alone.ts'), 'export {}\n')
    return brokenImports(folder)
  })
  expect(broken).toEqual([expect.stringContaining('Only 1 modules were read')])
})

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

test('the import rule fails on an almost empty tree', { timeout: 240_000 }, async () => {
  const { broken } = await inCopy(false, async (folder) => {
    await mkdir(join(folder, 'src', 'app', 'web'), { recursive: true })
    await writeFile(join(folder, 'src', 'app', 'web', 'alone.ts'), 'export {}\n')
    return brokenImports(folder)
  })
  expect(broken).toEqual([expect.stringContaining('Only 1 modules were read')])
})

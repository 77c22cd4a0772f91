import { expect, test } from 'vitest'
import { brokenImports, inCopy, proveImportRule } from '../scripts/import-rule.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

test('the import rule catches every planted fault', { timeout: 60_000 }, async () => {
  const { planted, missed } = await proveImportRule()
  expect(missed).toEqual([])
  expect(planted).toBeGreaterThan(30)
})

test('the import rule is not satisfied with an almost empty tree', { timeout: 60_000 }, async () => {
  const { broken } = await inCopy(false, async (folder) => {
    await mkdir(join(folder, 'src', 'app', 'web'), { recursive: true })
    await writeFile(join(folder, 'src', 'app', 'web', 'alone.ts'), 'export {}\n')
    return brokenImports(folder)
  })
  expect(broken).toEqual([expect.stringContaining('Only 1 modules were read')])
})

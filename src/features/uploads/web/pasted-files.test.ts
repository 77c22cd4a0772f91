import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const now = new Date(2026, 2, 1, 14, 5, 9)
const clipboard = (types: string[], ...files: File[]) =>
  ({ types, files: Object.assign(files, { item: () => null }) }) as unknown as DataTransfer

test('a pasted screenshot gets a name by which it is found again, a pasted file keeps its own', () => {
  const pasted = pastedFiles(
    clipboard(['Files'], new File(['1'], 'image.png', { type: 'image/png' }), new File(['2'], 'plan.pdf')),
    now,
  )
  expect(pasted.map(({ name }) => name)).toEqual(['screenshot-2026-03-01-14-05-09.png', 'plan.pdf'])
})

test('pasted text stays text, whatever picture comes with it', () => {
  expect(pastedFiles(clipboard(['text/plain', 'Files'], new File(['1'], 'image.png')), now)).toEqual([])
})

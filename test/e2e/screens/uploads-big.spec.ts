import { join } from 'node:path'
import { entriesBelow, filesBelow, megabyte, reaches, test, writeBigFile } from '#test/browser/big-files.ts'
import { expect } from '#test/browser/desk.ts'

test('a file in parts that is cancelled on its way leaves nothing on the disk', async ({
  page,
  server,
  folder,
}) => {
  const file = join(folder, 'given-up.pdf')
  await writeBigFile(file, 101 * megabyte)
  await page.getByLabel('Attachments').setInputFiles(file)
  await reaches(page, 'given-up.pdf', 20)
  expect((await filesBelow(server.objects)).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel given-up.pdf' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'given-up.pdf' })).toHaveCount(0)
  await expect.poll(() => filesBelow(server.objects)).toEqual([])
  const unfinished = async () =>
    (await entriesBelow(server.objects)).filter(({ parentPath }) => parentPath.endsWith('/parts'))
  await expect.poll(unfinished).toEqual([])
})

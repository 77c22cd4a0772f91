import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeApi } from '#app/server/api-docs/document.ts'
import { endpoints } from '#app/server/features.ts'
import { root } from './run.ts'

const file = join(root, 'docs', 'api.json')

const written = await readFile(file, 'utf8').catch(() => '')
const fresh = `${JSON.stringify(describeApi(endpoints), null, 2)}\n`

if (!process.argv.includes('--check')) await writeFile(file, fresh)
else if (fresh !== written) {
  console.error('docs/api.json is stale: run `node scripts/api-doc.ts` and commit it.')
  process.exitCode = 1
}

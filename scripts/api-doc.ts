import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeApi } from '#app/server/api-document.ts'
import { accountApi } from '#features/accounts/contract.ts'
import { mobileApi } from '#features/accounts/mobile/contract.ts'
import { photoApi } from '#features/accounts/photo/contract.ts'
import { auditApi } from '#features/audit/contract.ts'
import { authApi } from '#features/auth/contract.ts'
import { chatApi } from '#features/chat/contract.ts'
import { clientApi } from '#features/clients/contract.ts'
import { emailPreferenceApi } from '#features/notifications/contract.ts'
import { mailSettingsApi } from '#features/mail-settings/contract.ts'
import { productApi } from '#features/products/contract.ts'
import { attachmentApi } from '#features/tickets/attachments/contract.ts'
import { sharingApi } from '#features/sharing/contract.ts'
import { statsApi } from '#features/stats/contract.ts'
import { commentApi } from '#features/tickets/comments/contract.ts'
import { searchApi } from '#features/search/contract.ts'
import { settingsApi } from '#features/settings/contract.ts'
import { ticketApi } from '#features/tickets/contract.ts'
import { objectApi, uploadApi } from '#features/uploads/contract.ts'
import { userApi } from '#features/users/contract.ts'
import { viewApi } from '#features/views/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { root } from './run.ts'

const file = join(root, 'docs', 'api.json')

/** In the order in which `buildApp` serves them. */
const apis: Record<string, Endpoint>[] = [
  userApi,
  authApi,
  settingsApi,
  mailSettingsApi,
  uploadApi,
  objectApi,
  productApi,
  clientApi,
  ticketApi,
  commentApi,
  chatApi,
  attachmentApi,
  viewApi,
  sharingApi,
  searchApi,
  emailPreferenceApi,
  statsApi,
  accountApi,
  photoApi,
  mobileApi,
  auditApi,
]

const written = await readFile(file, 'utf8').catch(() => '')
const fresh = `${JSON.stringify(describeApi(apis.flatMap((api) => Object.values(api))), null, 2)}\n`

if (!process.argv.includes('--check')) await writeFile(file, fresh)
else if (fresh !== written) {
  console.error('docs/api.json is stale: run `node scripts/api-doc.ts` and commit it.')
  process.exitCode = 1
}

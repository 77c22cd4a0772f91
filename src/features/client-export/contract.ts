import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'
import { ById } from '#platform/contract/fields.ts'

export const clientExportApi = api({
  download: {
    method: 'GET',
    path: '/api/clients/:id/export',
    summary:
      'One client company as a zip of JSON, CSV and files, as a manager of it sees it; with `internal=true` all that the desk knows of it',
    access: ['super_user'],
    needsPassword: true,
    params: ById,
    query: z.object({
      internal: z
        .enum(['true', 'false'], { error: () => i18n.t('internal must be true or false') })
        .default('false'),
    }),
    reply: z.file(),
  },
})

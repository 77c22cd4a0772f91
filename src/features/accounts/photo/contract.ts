import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { CurrentUser } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

/** File endings of photos, with the word for each. */
export const photoKinds = {
  '.jpg': 'JPEG',
  '.jpeg': 'JPEG',
  '.png': 'PNG',
  '.webp': 'WebP',
  '.gif': 'GIF',
  '.avif': 'AVIF',
} as const
export const photoEndings = Object.keys(photoKinds)

/** Address that the picture was sent to, with or without its query. */
const SentPhoto = z.object({
  photoURL: z
    .url({
      protocol: /^https?$/,
      error: () => i18n.t('photoURL must be the address that the photo was sent to'),
    })
    .max(limits.url, { error: () => i18n.t('photoURL is too long') }),
})

export const photoApi = api({
  begin: {
    method: 'POST',
    path: '/api/profile/upload-url',
    summary:
      'Where to PUT a new photo of at most 5 MB; good for 15 minutes, and once where the server keeps files itself',
    access: 'signed-in',
    reply: z.object({ uploadURL: z.string() }),
  },
  save: {
    method: 'PUT',
    path: '/api/profile/photo',
    summary: 'Make the picture that was sent your own photo: cut to a square, without what the camera noted',
    access: 'signed-in',
    body: SentPhoto,
    reply: CurrentUser,
  },
  remove: {
    method: 'DELETE',
    path: '/api/profile/photo',
    summary: 'Remove your own photo; initials stand in its place',
    access: 'signed-in',
    reply: CurrentUser,
  },
  show: {
    method: 'GET',
    path: '/api/users/:id/photo',
    summary: 'The photo of a person',
    access: 'signed-in',
    params: ById,
    reply: z.file(),
  },
})

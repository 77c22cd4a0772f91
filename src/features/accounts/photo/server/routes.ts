import { findCurrentUser } from '#features/auth/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { findPhoto } from '#features/users/server/queries.ts'
import { notFound, unauthenticated } from '#platform/contract/errors.ts'
import { absoluteUrl } from '#platform/server/absolute-url.ts'
import type { Door } from '#platform/server/door.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { photoApi } from '../contract.ts'
import { createPhotos, type PhotoParts } from './photos.ts'

interface Parts extends PhotoParts {
  /** Public address of this server; absent: as the request named it. */
  publicUrl: string | undefined
}

const aYearS = 365 * 24 * 60 * 60

export function photoRoutes({ route }: Door<Viewer>, { publicUrl, ...parts }: Parts): void {
  const { db, store, clock } = parts
  const photos = createPhotos(parts)

  async function currentUser({ id }: Viewer) {
    const user = await findCurrentUser(db, id, clock.now())
    if (!user) throw unauthenticated()
    return user
  }
  const existing = async (id: string) => {
    const photo = await findPhoto(db, id)
    if (!photo) throw notFound()
    return photo
  }

  route(photoApi.begin, async ({ viewer, work, request }) => ({
    uploadURL: absoluteUrl(await photos.begin(work, viewer), request, publicUrl),
  }))
  route(photoApi.save, async ({ viewer, body, work, request }) => {
    await photos.save(work, viewer, body.photoURL, (url) => absoluteUrl(url, request, publicUrl))
    return currentUser(viewer)
  })
  route(photoApi.remove, async ({ viewer, work }) => {
    await photos.remove(work, viewer)
    return currentUser(viewer)
  })
  route(
    photoApi.show,
    async ({ params, request, reply }) => {
      const { path, url } = await existing(params.id)
      const bytes = await streamFor(request, () => store.read(path))
      return reply
        .type('image/webp')
        .headers({
          'content-disposition': 'inline; filename="photo.webp"',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          // Photos are immutable; do not cache the present one under another photo's address.
          'cache-control':
            request.url === url ? `private, max-age=${aYearS}, immutable` : 'private, no-cache',
        })
        .send(bytes)
    },
    (_viewer, { id }) => existing(id),
  )
}

import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#features/users/contract.ts'
import { listEntriesAfter } from '#features/event-log/server/queries.ts'
import { sweepUploads } from '#features/uploads/server/sweep.ts'
import { limits } from '#platform/contract/limits.ts'
import { content, put, storedFiles } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { startS3 } from '#test/services/s3.ts'
import { joined } from '#test/socket.ts'

let desk: TestApp
let ada: Caller
beforeAll(async () => {
  desk = await startApp()
  ada = await desk.signedIn('client')
})
afterAll(() => desk.close())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

/** As a telephone makes it: lying on its side, red above and green below, and with the place it was taken at. */
const fromTelephone = () =>
  sharp({
    create: { width: 300, height: 200, channels: 3, background: 'lime' },
  })
    .composite([
      {
        input: { create: { width: 150, height: 200, channels: 3, background: 'red' } },
        gravity: 'west',
      },
    ])
    .withExif({ IFD0: { Make: 'Telephone', Orientation: '6' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()

/** A square PNG of one bit a pixel: few bytes, however large it is. */
function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

async function animatedGif(): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

const begin = async (by: Caller) =>
  (
    await by.send<{ uploadURL: string }>('POST', '/api/profile/upload-url', undefined, {
      'content-type': 'application/json',
    })
  ).body.uploadURL
const save = (by: Caller, photoURL: string) =>
  by.put<CurrentUser & { message?: string }>('/api/profile/photo', { photoURL })

async function upload(by: Caller, bytes: Buffer) {
  const url = await begin(by)
  const sent = await put(desk, url, bytes)
  return { url, sent, saved: await save(by, url) }
}
const fetched = (by: Caller, url: string) =>
  desk.app.inject({ method: 'GET', url, headers: { cookie: by.cookie } })
const own = async (by: Caller) => (await by.get<CurrentUser>('/api/auth/user')).body

describe('a photo', () => {
  test('a photo is turned upright, cut square, made small, stripped of what the camera noted, and seen by everybody signed in', async () => {
    const { url, sent, saved } = await upload(ada, await fromTelephone())
    expect(url).toMatch(/^http:\/\/localhost(:\d+)?\/api\/uploads\/object\?/)
    expect([sent.statusCode, saved.status]).toEqual([200, 200])
    const { profileImageUrl } = saved.body
    expect(profileImageUrl).toMatch(new RegExp(`^/api/users/${ada.id}/photo\\?v=[\\w-]{36}$`))
    expect((await own(ada)).profileImageUrl).toBe(profileImageUrl)

    const helpdesk = await desk.signedIn('helpdesk')
    const shown = await fetched(helpdesk, profileImageUrl!)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    const { width, height, exif, orientation } = await sharp(shown.rawPayload).metadata()
    expect([width, height, exif, orientation]).toEqual([200, 200, undefined, undefined])
    expect(shown.rawPayload.toString('latin1')).not.toMatch(/Telephone|Exif/)
    // The left side of the picture is now above.
    const { data } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect([data[0]! > 200, data[1]! < 60]).toEqual([true, true])
    expect([data.at(-3)! < 60, data.at(-2)! > 200]).toEqual([true, true])

    expect((await desk.nobody.get(profileImageUrl!)).status).toBe(401)
    const unversioned = await fetched(helpdesk, `/api/users/${ada.id}/photo`)
    expect(unversioned.headers['cache-control']).toBe('private, no-cache')
  })

  test('a new photo replaces the former one, of which nothing is left, until it is removed, too', async () => {
    const bob = await desk.signedIn('internal')
    const before = await storedFiles(desk)
    const first = await upload(bob, await picture(900, 700).png().toBuffer())
    const second = await upload(bob, await picture(30, 50).webp().toBuffer())
    expect(second.saved.body.profileImageUrl).not.toBe(first.saved.body.profileImageUrl)
    expect(await storedFiles(desk)).toHaveLength(before.length + 1)
    const old = await fetched(bob, first.saved.body.profileImageUrl!)
    expect(old.headers['cache-control']).toBe('private, no-cache')
    expect((await sharp(old.rawPayload).metadata()).width).toBe(30)

    const { status, body } = await bob.delete<CurrentUser>('/api/profile/photo')
    expect([status, body.profileImageUrl]).toEqual([200, null])
    expect((await bob.delete('/api/profile/photo')).status).toBe(200)
    expect((await bob.get(`/api/users/${bob.id}/photo`)).status).toBe(404)
    expect(await storedFiles(desk)).toEqual(before)
    const events = await listEntriesAfter(desk.database.db, 0, 10_000)
    expect(events.filter(({ subjectId }) => subjectId === bob.id).map(({ type }) => type)).toEqual([
      'user.created',
      'auth.signed_in',
      'user.photo_changed',
      'user.photo_changed',
      'user.photo_removed',
    ])
  })

  test('a photo of exactly 5 MB is taken', async () => {
    const bytes = await picture(64, 64).jpeg().toBuffer()
    const { saved } = await upload(
      ada,
      Buffer.concat([bytes, Buffer.alloc(limits.photoBytes - bytes.length)]),
    )
    expect(saved.status).toBe(200)
  })

  test('a photo may be named without the query of the address it was sent to, as upload engines do', async () => {
    const url = await begin(ada)
    await put(desk, url, await picture(8, 8).avif().toBuffer())
    expect((await save(ada, url.split('?')[0]!)).status).toBe(200)
  })

  test('a new photo is announced in every window of its owner, and to the desk', async () => {
    const helpdesk = await desk.signedIn('helpdesk')
    const url = await desk.listen()
    const [window, colleague] = await Promise.all([joined(url, ada), joined(url, helpdesk)])
    await upload(ada, await picture(8, 8).png().toBuffer())
    expect(await window.hears(({ type }) => type === 'profile:changed')).toMatchObject({ own: true })
    expect(await colleague.hears(({ type }) => type === 'users:changed')).toMatchObject({ own: false })
    await Promise.all([window.close(), colleague.close()])
  })
})

test('files of photos that cannot be removed at the moment are left to the sweep, and no request fails for them', async () => {
  const other = await startApp()
  const eve = await other.signedIn('client')
  const { remove } = other.files.store
  other.files.store.remove = async () => {
    throw new Error('the store is away')
  }
  const bytes = await picture(8, 8).png().toBuffer()
  for (const _ of ['first', 'another']) {
    const url = await begin(eve)
    await put(other, url, bytes)
    expect((await save(eve, url)).status).toBe(200)
  }
  await put(other, await begin(eve), bytes)
  await begin(eve)
  expect((await eve.delete('/api/profile/photo')).status).toBe(200)
  expect((await storedFiles(other)).length).toBe(5)
  other.files.store.remove = remove
  const twoWeeksLater = new Date(other.clock.now().getTime() + 15 * 24 * 60 * 60_000)
  await sweepUploads({ db: other.database.db, store: other.files.store, log: other.app.log }, twoWeeksLater)
  expect(await storedFiles(other)).toEqual([])
  await other.close()
})

describe('files that cannot be a photo', () => {
  const notReadable = 'This file is not a readable image. You can only upload: JPEG, PNG, WebP, GIF, or AVIF'
  const refused: [string, () => Buffer | Promise<Buffer>, number, string][] = [
    ['an SVG', () => content.svg, 415, notReadable],
    ['a renamed HTML file', () => content.html, 415, notReadable],
    ['a PDF', () => content.pdf, 415, notReadable],
    ['a file of 0 bytes', () => Buffer.alloc(0), 415, notReadable],
    [
      'a broken picture',
      async () => (await picture(99, 99).png().toBuffer()).subarray(0, 120),
      415,
      notReadable,
    ],
    ['an animated GIF', animatedGif, 415, 'Animated images cannot be used. Please choose a still image.'],
    [
      'a picture of 20,000 × 20,000 pixels',
      () => blackPng(20_000),
      413,
      'The picture has 20000 × 20000 pixels. It may have at most 24 million.',
    ],
  ]
  const rowsOf = async ({ id }: Caller) =>
    (await desk.database.pool.query('select 1 from uploads where user_id = $1', [id])).rowCount
  test.each(refused)(
    'a file is refused as a photo, and nothing of it is kept: %s',
    async (_what, bytes, status, message) => {
      const eve = await desk.signedIn('client')
      const before = await storedFiles(desk)
      const { url, sent, saved } = await upload(eve, await bytes())
      expect([sent.statusCode, saved.status, saved.body.message]).toEqual([200, status, message])
      expect(await storedFiles(desk)).toEqual(before)
      expect(await rowsOf(eve)).toBe(0)
      expect((await own(eve)).profileImageUrl).toBeNull()
      expect((await put(desk, url, await picture(8, 8).png().toBuffer())).statusCode).toBe(404)
    },
  )

  test('a photo of 5 MB and one byte does not even arrive', async () => {
    const eve = await desk.signedIn('client')
    const before = await storedFiles(desk)
    const { sent, saved } = await upload(eve, Buffer.alloc(limits.photoBytes + 1))
    expect([sent.statusCode, saved.status, saved.body.message]).toEqual([
      413,
      409,
      'The photo has not been uploaded yet. Please upload it again.',
    ])
    expect(sent.json()).toEqual({ message: 'The file is larger than was announced.' })
    expect(await storedFiles(desk)).toEqual(before)
    expect((await own(eve)).profileImageUrl).toBeNull()
  })
})

describe('the address a photo is sent to', () => {
  test('the address for a photo is good for its owner only', async () => {
    const eve = await desk.signedIn('client')
    const url = await begin(ada)
    await put(desk, url, await picture(8, 8).png().toBuffer())
    await begin(eve)
    for (const photoURL of [url, 'https://evil.example/x.png', url.replace('localhost', 'evil.example')]) {
      const { status, body } = await save(eve, photoURL)
      expect([status, body.message]).toEqual([400, expect.stringContaining('not uploaded by you')])
    }
    expect((await own(eve)).profileImageUrl).toBeNull()
    expect((await save(ada, url)).status).toBe(200)
  })

  test('a request that names a host which cannot be one saves no photo', async () => {
    const { status, body } = await ada.put<{ message: string }>(
      '/api/profile/photo',
      { photoURL: await begin(ada) },
      { host: 'a b' },
    )
    expect([status, body.message]).toEqual([400, expect.stringContaining('not uploaded by you')])
  })

  test('the address for a photo is good once', async () => {
    const bytes = await picture(8, 8).png().toBuffer()
    const { url } = await upload(ada, bytes)
    expect((await put(desk, url, bytes)).statusCode).toBe(404)
    expect((await save(ada, url)).status).toBe(400)
  })

  test('the address for a photo expires after a quarter of an hour', async () => {
    const url = await begin(ada)
    desk.clock.advance(15 * 60_000 + 1000)
    expect((await put(desk, url, content.png)).statusCode).toBe(403)
    desk.clock.advance(-15 * 60_000 - 1000)
  })

  test('the address for a photo is forgotten, with what came to it, once another is asked for', async () => {
    const before = await storedFiles(desk)
    const first = await begin(ada)
    await put(desk, first, content.png)
    const second = await begin(ada)
    expect(await storedFiles(desk)).toEqual(before)
    expect((await put(desk, first, content.png)).statusCode).toBe(404)
    expect((await put(desk, second, content.png)).statusCode).toBe(200)
    expect((await save(ada, first)).status).toBe(400)
  })

  test('a photo cannot be attached to a ticket, and an upload for a ticket cannot become a photo', async () => {
    const path = new URL(await begin(ada)).searchParams.get('path')!
    expect((await ada.post(`/api/uploads/${path.split('/')[1]}/finish`)).status).toBe(404)
  })
})

test('photos lie in S3 where files do, and a photo that is too large is refused when it is saved', async () => {
  const s3 = await startS3()
  const other = await startApp({ storage: s3.settings })
  const ola = await other.signedIn('internal')
  const send = async (bytes: Buffer) => {
    const url = await begin(ola)
    expect(url.startsWith(s3.settings.S3_ENDPOINT)).toBe(true)
    const sent = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })
    expect(sent.ok).toBe(true)
    return save(ola, url)
  }
  const { status, body } = await send(await fromTelephone())
  expect(status).toBe(200)
  const shown = await other.app.inject({
    method: 'GET',
    url: body.profileImageUrl!,
    headers: { cookie: ola.cookie },
  })
  expect((await sharp(shown.rawPayload).metadata()).format).toBe('webp')
  const large = await send(Buffer.alloc(limits.photoBytes + 1))
  expect([large.status, large.body.message]).toEqual([413, 'The photo exceeds maximum allowed size of 5 MB'])
  await other.close()
  await s3.stop()
})

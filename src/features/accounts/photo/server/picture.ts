import { i18n } from '#platform/contract/i18n.ts'
import { AppError } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { photoKinds } from '../contract.ts'

const longestSide = 512
const longestS = 20

const kinds = new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(Object.values(photoKinds)))
const unreadable = () =>
  new AppError(
    'unsupported',
    i18n.t('This file is not a readable image. You can only upload: {kinds}', { kinds }),
  )

/** Formats that may be read; other loaders of the library, such as SVG and PDF, stay blocked. */
const readable = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`)

async function loadSharp() {
  // Loaded with the first photo: most starts of the server need none of it.
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readable })
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined

/** One at a time: a picture of few bytes may need a hundred megabytes once decoded. */
const serialize = createKeyedMutex()

/**
 * Encodes a square, upright, small WebP without metadata.
 * @throws {AppError} `unsupported` for no picture, or a moving one; `too_large` for too many pixels
 */
export async function encodePhoto(bytes: Buffer): Promise<Buffer> {
  const sharp = await (loading ??= loadSharp())
  return serialize('encode', async () => {
    // The library throws at once for an empty buffer.
    if (bytes.length === 0) throw unreadable()
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw unreadable()
      })
    const { width, height } = autoOrient
    if (width * height > limits.photoPixels)
      throw new AppError(
        'too_large',
        i18n.t('The picture has {width} × {height} pixels. It may have at most {photoPixels} million.', {
          width,
          height,
          photoPixels: limits.photoPixels / 1e6,
        }),
      )
    if (pages > 1)
      throw new AppError(
        'unsupported',
        i18n.t('Animated images cannot be used. Please choose a still image.'),
      )
    const side = Math.min(longestSide, width, height)
    return sharp(bytes, { limitInputPixels: limits.photoPixels, failOn: 'error' })
      .timeout({ seconds: longestS })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer()
      .catch(() => {
        throw unreadable()
      })
  })
}

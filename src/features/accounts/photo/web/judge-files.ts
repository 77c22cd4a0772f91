import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { photoEndings } from '../contract.ts'

type Judged = { file: File; fault?: undefined } | { file?: undefined; fault: string }

const isPicture = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  /^image\/(jpeg|png|webp|gif|avif)$/.test(type) &&
  photoEndings.some((ending) => name.toLowerCase().endsWith(ending))

/** Picks the one picture, or explains why none can be used. The server checks the content. */
export function judgeFiles(files: readonly File[]): Judged {
  const [file] = files
  if (!file) return { fault: i18n.t('You have to select at least 1 file') }
  if (files.length > 1) return { fault: i18n.t('You can only upload 1 file') }
  if (!isPicture(file))
    return { fault: i18n.t('You can only upload: {kinds}', { kinds: photoEndings.join(', ') }) }
  if (file.size > limits.photoBytes)
    return { fault: i18n.t('{name} exceeds maximum allowed size of 5 MB', { name: file.name }) }
  return { file }
}

import { readSecret, Refusal } from '#platform/server/process/command-line.ts'
import type { Places } from '#platform/server/process/env.ts'
import { isEncrypted } from './archive/backup-file.ts'
import type { Made } from './make-backup.ts'

const passphraseMin = 12

/** The passphrase for a new file: that of the environment, or one that is asked for; undefined where none is wanted. */
export async function passphraseForNew(env: Places, isWanted: boolean): Promise<string | undefined> {
  if (env.BACKUP_PASSPHRASE !== undefined || !isWanted) return env.BACKUP_PASSPHRASE
  const check = (text: string) => {
    if (text.length >= passphraseMin) return text
    throw new Refusal(`The passphrase must have at least ${passphraseMin} characters.`)
  }
  return readSecret('New passphrase', check, { isNew: true })
}

/** The passphrase that a file needs; undefined where it needs none. @throws {BackupRefused} for what is no file of ours */
export async function passphraseFor(env: Places, file: string): Promise<string | undefined> {
  if (!(await isEncrypted(file))) return undefined
  return env.BACKUP_PASSPHRASE ?? readSecret('Passphrase', (text) => text)
}

/** With a comma before each three digits. `Intl` would do it for eight megabytes of memory. */
const inDigits = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
const megabytes = (bytes: number) => `${inDigits(Math.ceil(bytes / 1024 / 1024))} MB`

/** Names the content of a backup in a few words. */
export function contentsInWords({ rows, files }: Pick<Made, 'rows' | 'files'>): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return `${inDigits(all)} rows (${inDigits(rows['tickets'] ?? 0)} tickets) and ${inDigits(files.count)} files (${megabytes(files.bytes)})`
}

export const sizeInWords = megabytes

/** Says on standard error which files could not be had; the rest is worth having all the same. */
export function warnOfMissing({ files, examples }: Pick<Made, 'files' | 'examples'>): void {
  if (files.missing === 0) return
  console.error(
    `${inDigits(files.missing)} files that the database names are not in the store, such as ${examples.join(', ')}. Everything else was copied.`,
  )
}

/** Says on standard error that the installation does not know of a backup that is whole. */
export function warnOfUnnoted(error: unknown): void {
  const why = error instanceof Error ? error.message : 'for an unknown reason'
  console.error(`The backup is complete, but the program could not note it: ${why}`)
}

/** Says on standard error that a desk was moved, and that nothing says so where it was. */
export function warnOfUnmarked(directory: string, error: unknown): void {
  const why = error instanceof Error ? error.message : 'for an unknown reason'
  console.error(
    `What stays in ${directory} could not be marked as moved: ${why}. Start nothing there, and make no backup of it.`,
  )
}

import { readSecret, Refusal } from '#platform/server/process/command-line.ts'
import type { Places } from '#platform/server/process/env.ts'
import { isEncrypted } from './archive/backup-file.ts'
import type { Made } from './make-backup.ts'

const passphraseMin = 12

export async function passphraseForNew(env: Places, isWanted: boolean): Promise<string | undefined> {
  if (env.BACKUP_PASSPHRASE !== undefined || !isWanted) return env.BACKUP_PASSPHRASE
  const check = (text: string) => {
    if (text.length >= passphraseMin) return text
    throw new Refusal(`The passphrase must have at least ${passphraseMin} characters.`)
  }
  return readSecret('New passphrase', check, { isNew: true })
}

/** @returns undefined for an unencrypted file @throws {BackupRefused} for a file that is no backup */
export async function passphraseFor(env: Places, file: string): Promise<string | undefined> {
  if (!(await isEncrypted(file))) return undefined
  return env.BACKUP_PASSPHRASE ?? readSecret('Passphrase', (text) => text)
}

/** Groups digits by commas. `Intl` would do it for eight megabytes of memory. */
const inDigits = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
const megabytes = (bytes: number) => `${inDigits(Math.ceil(bytes / 1024 / 1024))} MB`

export function contentsInWords({ rows, files }: Pick<Made, 'rows' | 'files'>): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return `${inDigits(all)} rows (${inDigits(rows['tickets'] ?? 0)} tickets) and ${inDigits(files.count)} files (${megabytes(files.bytes)})`
}

export const sizeInWords = megabytes

export function warnOfMissing({ files, examples }: Pick<Made, 'files' | 'examples'>): void {
  if (files.missing === 0) return
  console.error(
    `${inDigits(files.missing)} files that the database names are not in the store, such as ${examples.join(', ')}. Everything else was copied.`,
  )
}

export function warnOfUnnoted(error: unknown): void {
  const why = error instanceof Error ? error.message : 'for an unknown reason'
  console.error(`The backup is complete, but the program could not note it: ${why}`)
}

export function warnOfUnmarked(directory: string, error: unknown): void {
  const why = error instanceof Error ? error.message : 'for an unknown reason'
  console.error(
    `What stays in ${directory} could not be marked as moved: ${why}. Start nothing there, and make no backup of it.`,
  )
}

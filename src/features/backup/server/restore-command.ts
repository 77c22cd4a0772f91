import path from 'node:path'
import { parseArgs } from 'node:util'
import { isHelp, runCommand, UsageError } from '#platform/server/process/command-line.ts'
import { readPlaces, type Places } from '#platform/server/process/env.ts'
import type { Progress } from '#platform/server/process/start-watch.ts'
import { readArchive } from './archive/archive-reader.ts'
import { readBackupFile } from './archive/backup-file.ts'
import { checkArchive, restoreArchive } from './restore.ts'
import { openTarget, type Target } from './target.ts'
import { contentsInWords, passphraseFor } from './words.ts'

const usage = `npm run restore -- FILE               fills an empty database and file store from a backup
npm run restore -- FILE --check       only reads the backup, and says whether it is whole
npm run restore -- FILE --take-over   into the file store of the desk that is gone

The database and the file store are those the environment names, as for npm start; they may be of another kind than those that the
backup was made of. The program must not run on them. The passphrase of an encrypted backup is asked for, or read from
BACKUP_PASSPHRASE or standard input.`

const options = {
  check: { type: 'boolean', default: false },
  'take-over': { type: 'boolean', default: false },
} as const

function read(words: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const [file, ...rest] = positionals
    if (file !== undefined && rest.length === 0)
      return { file: path.resolve(file), onlyCheck: values.check, mayTakeOver: values['take-over'] }
  } catch {
    // Reported below.
  }
  throw new UsageError(usage)
}

async function adviceOn({ client, secret }: Target): Promise<string> {
  const { builderOn } = await import('#platform/server/database/query-builder.ts')
  const { canReadPassword } = await import('#features/mail-settings/server/service.ts')
  if (await canReadPassword(builderOn(client), secret)) return ''
  return '\nThe password of the mail server was stored under another secret (APP_SECRET, or DATA_DIR/secret): bring that back, or enter the password again under Email Management.'
}

async function restore(
  env: Places,
  parts: () => ReturnType<typeof readArchive>,
  mayTakeOver: boolean,
  progress: Progress,
) {
  const { about, manifest } = await checkArchive(parts())
  progress.enter('opening the database')
  const target = await openTarget(env, about.installation, { mayTakeOver })
  try {
    progress.enterSlow('restoring')
    await restoreArchive(target, parts(), async ({ madeAt, program }) => {
      // Loaded now, to use less memory while the rows are written.
      const { beginAfterRestore } = await import('#features/event-log/server/service.ts')
      const { builderOn } = await import('#platform/server/database/query-builder.ts')
      await beginAfterRestore(builderOn(target.client), { madeAt, version: program }, new Date())
    })
    return `Restored ${contentsInWords({ rows: manifest.rows, files: manifest.files })}, as of ${about.madeAt}. Start the program; everybody signs in again.${await adviceOn(target)}`
  } finally {
    await target.close()
  }
}

await runCommand(async (words, progress) => {
  if (isHelp(words[0] ?? '')) return usage
  const { file, onlyCheck, mayTakeOver } = read(words)
  const env = readPlaces()
  const passphrase = await passphraseFor(env, file)
  progress.enterSlow('reading the backup')
  const parts = () => readArchive(readBackupFile(file, passphrase))
  if (!onlyCheck) return restore(env, parts, mayTakeOver, progress)
  const { about, manifest } = await checkArchive(parts())
  return `${file} is whole: ${contentsInWords(manifest)} of ${about.madeAt}.`
})

import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isHelp, runCommand, UsageError } from '#platform/server/process/command-line.ts'
import { readPlaces } from '#platform/server/process/env.ts'
import { writeArchive } from './archive/archive-writer.ts'
import { writeBackupFile } from './archive/backup-file.ts'
import { fillArchive, type Made } from './make-backup.ts'
import { openSource } from './source.ts'
import { contentsInWords, passphraseForNew, sizeInWords, warnOfMissing, warnOfUnnoted } from './words.ts'

const usage = `npm run backup -- FILE             copies everything to one file, whether the program runs or not
npm run backup -- FILE --encrypt   the same, encrypted with a passphrase that is asked for

With BACKUP_PASSPHRASE in the environment the file is always encrypted. The database and the files are those the environment names, as
for npm start. The secret of the installation (APP_SECRET, or DATA_DIR/secret) is not in the file: keep it elsewhere.`

function read(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { encrypt: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...rest] = positionals
    if (file !== undefined && rest.length === 0) return { file: path.resolve(file), ...values }
  } catch {
    // Reported below.
  }
  throw new UsageError(usage)
}

await runCommand(async (words, progress) => {
  if (isHelp(words[0] ?? '')) return usage
  const { file, encrypt } = read(words)
  const env = readPlaces()
  const passphrase = await passphraseForNew(env, encrypt)
  progress.enter('opening the database')
  const source = await openSource(env)
  try {
    progress.enterSlow('making the backup')
    let made: Made | undefined
    const archive = writeArchive(async (writer) => {
      made = await fillArchive(source, writer)
    })
    const size = await writeBackupFile(file, archive, passphrase)
    if (!made) throw new Error('an archive was written without contents')
    warnOfMissing(made)
    const { madeAt } = made.about
    const isEncrypted = passphrase !== undefined
    await source.note({ madeAt, bytes: size, file, machine: os.hostname(), isEncrypted }).catch(warnOfUnnoted)
    return `${file}: ${contentsInWords(made)} of ${made.about.madeAt}, in ${sizeInWords(size)}.${isEncrypted ? '' : ' It is not encrypted.'}`
  } finally {
    await source.close()
  }
})

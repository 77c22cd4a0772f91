import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { syncFolder } from '#platform/server/store/sync-folder.ts'
import { BackupRefused, isOfSystem } from './archive.ts'

/** Makes a guess cost 128 MiB and a second. Source: OWASP cheat sheet on password storage. */
const scryptWorkFactor = 17
const magic = { age: Buffer.from('age-encryption.org/v1\n'), zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) }

/** Skippable frame, ignored by zstd's tools. It reveals a truncated compression. */
const ending = Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 8, 0, 0, 0]), Buffer.from('complete')])

/** Age, without growth, of an unfinished file that a killed run has left. */
const abandonedAfterMs = 60 * 60 * 1000

function webStreamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await chunks.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => void (await chunks.return?.()),
  })
}

async function encrypted(bytes: AsyncIterable<Uint8Array>, passphrase: string) {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(webStreamOf(bytes))
}

async function decrypted(bytes: AsyncIterable<Uint8Array>, passphrase: string) {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(webStreamOf(bytes))
  } catch (cause) {
    const isHeader = cause instanceof Error && !cause.message.includes('no identity matched')
    throw new BackupRefused(
      isHeader
        ? 'The backup is damaged: it cannot be decrypted.'
        : 'The passphrase does not open this backup.',
      { cause },
    )
  }
}

async function* withEnding(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
  yield ending
}

/** @throws {BackupRefused} when the ending is not there */
async function* withoutEnding(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = Buffer.concat([held, chunk])
    held = all.subarray(Math.max(0, all.length - ending.length))
    yield all.subarray(0, all.length - held.length)
  }
  if (!held.equals(ending)) throw new BackupRefused('The backup is damaged: it ends before its end.')
}

/** Removes unfinished files of killed runs. */
async function removeAbandoned(file: string): Promise<void> {
  const [folder, name] = [path.dirname(file), path.basename(file)]
  for (const other of await readdir(folder)) {
    if (!other.startsWith(`${name}.`) || !/\.[0-9a-f]{8}\.unfinished$/.test(other)) continue
    const found = await stat(path.join(folder, other)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs)
      await rm(path.join(folder, other), { force: true })
  }
}

const whyNot = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'for an unknown reason'

/** Writes all or nothing. @returns the size @throws {BackupRefused} for an existing or unwritable file */
export async function writeBackupFile(
  file: string,
  tar: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<number> {
  if (fs.existsSync(file)) throw new BackupRefused(`${file} is there already. Choose another name.`)
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.unfinished`
  const cannot = (error: unknown) =>
    isOfSystem(error)
      ? new BackupRefused(`${file} cannot be written (${whyNot(error)}).`, { cause: error })
      : error
  try {
    await removeAbandoned(file)
    const handle = await open(unfinished, 'wx', 0o600)
    await pipeline(
      Readable.from(tar, { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      async function* (bytes: AsyncIterable<Uint8Array>) {
        const whole = withEnding(bytes)
        yield* passphrase === undefined ? whole : await encrypted(whole, passphrase)
      },
      handle.createWriteStream({ flush: true }),
    )
    const { size } = await stat(unfinished)
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    return size
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw cannot(error)
  }
}

async function beginningOf(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file, 'r')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.age.length), 0, magic.age.length, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw new BackupRefused(`${file} cannot be read (${whyNot(error)}).`, { cause: error })
  }
}

/** @throws {BackupRefused} for a file that cannot be read, or is no backup */
export async function isEncrypted(file: string): Promise<boolean> {
  const beginning = await beginningOf(file)
  if (beginning.equals(magic.age)) return true
  if (beginning.subarray(0, magic.zstd.length).equals(magic.zstd)) return false
  throw new BackupRefused('This is not a backup of Signalbox.')
}

/** Reads the bytes of the archive. @throws {BackupRefused} for a wrong passphrase */
export async function* readBackupFile(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  const raw = fs.createReadStream(file)
  const packed = passphrase === undefined ? raw : await decrypted(raw, passphrase)
  const opened = new PassThrough()
  // A failure on the way also ends the stream that is read here.
  pipeline(Readable.from(withoutEnding(packed), { objectMode: false }), createZstdDecompress(), opened).catch(
    () => undefined,
  )
  yield* opened
}

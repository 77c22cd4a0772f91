// Loaded into a server before its own modules. Writes the file behind each fsync, a line each, to FSYNC_LOG, and refuses the call, as a
// failing disk does, from when the file FSYNC_FAILS_FROM exists.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { FSYNC_LOG, FSYNC_FAILS_FROM } = process.env
const { fsyncSync } = fs

function fileBehind(descriptor) {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return 'unknown'
  }
}

fs.fsyncSync = (descriptor) => {
  if (FSYNC_FAILS_FROM && fs.existsSync(FSYNC_FAILS_FROM))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5, syscall: 'fsync' })
  fsyncSync(descriptor)
  if (FSYNC_LOG) fs.appendFileSync(FSYNC_LOG, `${fileBehind(descriptor)}\n`)
}
syncBuiltinESMExports()

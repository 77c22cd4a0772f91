// A process that does nothing but ask for a data directory: each line on stdin names one, each line on stdout is the answer.
import { createInterface } from 'node:readline'
import { DirectoryInUse, lockDirectory } from '#platform/server/process/data-directory.ts'

const tell = (line: string) => process.stdout.write(`${line}\n`)

tell('ready')
createInterface({ input: process.stdin }).on('line', (directory) => {
  void lockDirectory(directory).then(
    () => tell('locked'),
    (error: unknown) => tell(error instanceof DirectoryInUse ? 'refused' : String(error)),
  )
})

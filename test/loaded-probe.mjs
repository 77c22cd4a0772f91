// Notes, at the end of each process that it is loaded into, the program and the parts of Node.js that it has loaded.
import { appendFileSync } from 'node:fs'

process.on('exit', () => {
  const [, program = ''] = process.argv
  appendFileSync(process.env.LOADED_NOTES, `${JSON.stringify({ program, loaded: process.moduleLoadList })}\n`)
})

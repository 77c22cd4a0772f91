// Loaded into processes before their own modules. Notes at the end of each its program, and the modules of Node.js itself that it has loaded, a line
// each to BUILT_IN_NOTES.
import { appendFileSync } from 'node:fs'

process.on('exit', () => {
  const [, program = ''] = process.argv
  appendFileSync(
    process.env.BUILT_IN_NOTES,
    `${JSON.stringify({ program, loaded: process.moduleLoadList })}\n`,
  )
})

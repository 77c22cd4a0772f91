// Loaded into a server before its own modules. Each SIGUSR2 sets the clock of the process by the milliseconds in the file CLOCK_STEP; timers
// go on as they do when the clock of a machine is set.
import fs from 'node:fs'

const { CLOCK_STEP = '' } = process.env
const RealDate = Date
let stepMs = 0

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + stepMs)
    else super(...given)
  }

  static now() {
    return RealDate.now() + stepMs
  }
}
process.on('SIGUSR2', () => {
  stepMs += Number(fs.readFileSync(CLOCK_STEP, 'utf8'))
  process.stdout.write(`The clock was set by ${stepMs} ms.\n`)
})

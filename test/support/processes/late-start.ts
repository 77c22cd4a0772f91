// A start that does not come to its end, as its first argument says; the watch has less patience than usual.
import { watchStart } from '#platform/server/process/start-watch.ts'

const forever = new Promise<never>(() => undefined)

await watchStart(async (progress) => {
  progress.enterSlow('taking its time')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  if (process.argv[2] === 'slow') return
  progress.enter('opening the database')
  if (process.argv[2] === 'blocked') {
    // The steps are told by messages, which go out when the loop turns.
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (;;);
  }
  await forever
}, 400)
process.stdout.write('ready\n')

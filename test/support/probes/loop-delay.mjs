// Preloaded into a server: between SIGUSR2 and the end it keeps how much the event loop computed at most without a pause. That
// is processor time of the thread, because what the loop waits for on a busy machine is no fault of the server.
const spentMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let most
let before = spentMs()
process.on('SIGUSR2', () => {
  most = 0
  before = spentMs()
})
setInterval(() => {
  const now = spentMs()
  if (most !== undefined) most = Math.max(most, now - before)
  before = now
}, 1).unref()
process.on('exit', () => process.stdout.write(`held up at most ${Math.ceil(most)} ms\n`))

// Loaded before a server, it tells when the process ends how long the event loop was held up at most since SIGUSR2.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => delay.reset())
process.on('exit', () => process.stdout.write(`held up at most ${Math.round(delay.max / 1e6)} ms\n`))

// Preloaded into a server: its port is never opened, and with NO_PORT=blocks its main thread hangs where it would be.
import net from 'node:net'

const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...args) {
  if (args[0]?.port === undefined) return listen.apply(this, args)
  while (process.env.NO_PORT === 'blocks');
  return this
}

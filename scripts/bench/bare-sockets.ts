// What telling many sockets costs at the least: `ws` by itself sends each the text that was posted. No rights, no log, no database.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'

const server = createServer((request, response) => {
  const tell = async () => {
    const told = await text(request)
    for (const socket of sockets.clients) socket.send(told)
    response.end()
  }
  void tell()
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.once('disconnect', () => process.exit())

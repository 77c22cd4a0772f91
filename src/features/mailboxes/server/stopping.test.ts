import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness.ts'

/** Takes connections, and says nothing. */
async function silentServer() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, asked: once(server, 'connection') }
}

test.each(['IMAP server', 'token server'])('no answer of the %s delays a stop', async (which) => {
  const { server, port, asked } = await silentServer()
  const desk = await startApp()
  const admin = await desk.signedIn('super_user')
  const { status } = await admin.post('/api/admin/mailboxes', {
    address: 'support@desk.test',
    host: '127.0.0.1',
    port,
    encryption: 'none',
    username: 'support',
    ...(which === 'IMAP server'
      ? { password: 'secret' }
      : {
          signIn: 'oauth2',
          tokenUrl: `http://127.0.0.1:${port}/token`,
          clientId: 'desk',
          clientSecret: 'secret',
        }),
  })
  expect(status).toBe(201)
  const [socket] = (await asked) as [net.Socket]
  const begun = performance.now()
  await desk.close()
  expect(performance.now() - begun).toBeLessThan(5000)
  socket.destroy()
  server.close()
})

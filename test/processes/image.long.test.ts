import { once } from 'node:events'
import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Container, whyNoContainers } from '#test/processes/container.ts'
import { ticketInput } from '#test/factories.ts'
import { freePort } from '#test/processes/free-port.ts'
import { buildImage, type Image } from '#test/processes/image.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { Visitor, visit } from '#test/processes/node-pair.ts'

const reason = whyNoContainers()

/** The packages that the bundle asks for by their names, instead of holding them; of pg-native it asks whether it is there. */
function listExternal(folder: string): string[] {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.js'))
  const named = files.flatMap((name) => [
    ...fs
      .readFileSync(path.join(folder, name), 'utf8')
      .matchAll(/(?:\bfrom|\bimport\(|^import) ?"((?:@[\w-]+\/)?[\w-]+(?:\/[\w./-]+)?)"/gm),
  ])
  const names = new Set(named.map(([, name = '']) => name))
  return [...names].filter((name) => !isBuiltin(name) && name !== 'pg-native').toSorted()
}

describe.skipIf(reason !== undefined)(`the container of the Dockerfile${reason ? `: ${reason}` : ''}`, () => {
  let image: Image
  let home: ServerHome
  let env: Record<string, string>
  let url: string
  const running: Container[] = []

  beforeAll(async () => {
    image = buildImage()
    home = await makeServerHome()
    const { DATA_DIR: _, ...database } = home.env
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    // A busy test machine must not be taken for a crowd.
    env = { ...database, PORT: String(port), LOAD_SHEDDING: 'off', REGISTRATION: 'open' }
  }, 300_000)
  afterEach(() => Promise.all(running.splice(0).map((one) => one.stop('SIGKILL'))))
  afterAll(async () => {
    image?.remove()
    await home?.remove()
  })

  function run(command?: string[], more: Record<string, string> = {}): Container {
    const container = new Container(image, home.directory, { ...env, ...more }, command)
    running.push(container)
    return container
  }

  test('its root cannot be written to, and its user is not root', { timeout: 240_000 }, async () => {
    const script = `
      const fs = require('node:fs')
      const tried = ['/file', '/app/file', '/app/dist/file', '/data/file', '/tmp/file'].map((file) => {
        try { fs.writeFileSync(file, ''); return 'written' } catch ({ code }) { return code }
      })
      fs.rmSync('/data/file')
      console.log(process.getuid(), process.pid, fs.readdirSync('/app').join(), tried.join())`
    const container = run(['node', '--eval', script])
    expect(await container.ended).toBe(0)
    expect(container.output).toBe(
      '1000 1 dist,migrations,node_modules,package.json,src EROFS,EROFS,EROFS,written,written\n',
    )
    expect(image.user).toBe('node')
  })

  test('it has every package that the server may ask for', { timeout: 240_000 }, async () => {
    const names = listExternal(path.join(image.folder, 'app/dist/server'))
    expect(names).toEqual(expect.arrayContaining(['@node-rs/argon2', 'nodemailer', 'sharp']))
    const script = `Promise.all(process.argv.slice(1).map((name) => import(name))).then((all) => console.log(all.length))`
    const container = run(['node', '--eval', script, ...names])
    await container.ended
    expect(container.output).toBe(`${names.length}\n`)
  })

  test(
    'it makes an administrator, serves pages, people and tickets, is healthy, and ends in order when it is told to',
    { timeout: 300_000 },
    async () => {
      const command = run([
        'node',
        'dist/server/user-command.js',
        'create-admin',
        'root@example.com',
        'Ann Lee',
      ])
      command.say('very secret\n')
      expect([await command.ended, command.output]).toEqual([0, expect.stringContaining('root@example.com')])

      const server = run()
      await server.untilSaid(/^Open .+[.]\n/m)
      const statusOf = async (at: string) => (await fetch(`${url}${at}`)).status
      const places = ['/healthz', '/readyz', '/', '/api-docs']
      expect(await Promise.all(places.map(statusOf))).toEqual([200, 200, 200, 200])
      expect(await run(image.healthCheck).ended).toBe(0)

      const person = {
        email: 'ada@example.com',
        password: 'correct horse',
        firstName: 'Ada',
        lastName: 'Lee',
      }
      const stranger = new Visitor('', '')
      const registered = await stranger.send('POST', `${url}/api/auth/register`, {
        ...person,
        role: 'client',
      })
      expect(registered.status).toBe(201)
      const ada = await visit(url, person)
      expect((await ada.send('POST', `${url}/api/tickets`, ticketInput())).status).toBe(201)
      const root = await visit(url)
      const listed = await root.send<{ total: number }>('GET', `${url}/api/tickets`)
      expect(listed.body.total).toBe(1)

      expect(await server.stop('SIGTERM')).toBe(0)
      expect(await run(image.healthCheck).ended).toBe(1)
    },
  )

  test(
    'it hears that it is to stop while its database does not answer yet',
    { timeout: 240_000 },
    async () => {
      const silent = net.createServer(() => undefined).listen(0, '127.0.0.1')
      try {
        await once(silent, 'listening')
        const asked = once(silent, 'connection')
        const { port } = silent.address() as AddressInfo
        const server = run(undefined, {
          DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${port}/nothing`,
          APP_SECRET: 'x'.repeat(32),
        })
        const [connection] = (await asked) as [net.Socket]
        expect(await server.stop('SIGTERM')).toBe(0)
        connection.destroy()
      } finally {
        silent.close()
      }
    },
  )
})

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { root as project } from '../../scripts/run.ts'
import { freePort } from '#test/processes/free-port.ts'
import { visit, type Visitor } from '#test/processes/node-pair.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { startS3 } from '#test/services/s3.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0

describe.skipIf(!hasCaddy)(
  `a node and a store behind Caddy${hasCaddy ? '' : ': it is not installed'}`,
  () => {
    let folder: string
    let home: ServerHome
    let store: Awaited<ReturnType<typeof startS3>>
    let node: ServerProcess
    let caddy: ChildProcess
    let desk: string
    let files: string
    let root: Visitor

    beforeAll(async () => {
      home = await makeServerHome()
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-caddy-'))
      store = await startS3()
      const [deskPort, filesPort, port] = [await freePort(), await freePort(), await freePort()]
      desk = `http://localhost:${deskPort}`
      files = `http://localhost:${filesPort}`
      const text = Object.entries({
        'https://{$DOMAIN}': desk,
        '{$DOMAIN}': desk,
        '{$FILES_DOMAIN}': files,
        'node1:3000 node2:3000': `127.0.0.1:${port}`,
        'store:8333': new URL(store.settings.S3_ENDPOINT).host,
      }).reduce(
        (changed, [from, to]) => {
          if (!changed.includes(from)) throw new Error(`the Caddyfile has no ${from}`)
          return changed.replaceAll(from, to)
        },
        fs.readFileSync(path.join(project, 'deploy/compose/Caddyfile'), 'utf8'),
      )
      const file = path.join(folder, 'Caddyfile')
      fs.writeFileSync(file, `{\n\tadmin off\n}\n${text}`)
      caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
        env: { PATH: process.env.PATH ?? '', HOME: folder },
        stdio: 'ignore',
      })
      process.once('exit', () => caddy.kill('SIGKILL'))
      // The node asks its store at its start, by the way of everybody.
      await vi.waitFor(() => fetch(files), 60_000)
      node = new ServerProcess({
        ...home.env,
        ...store.settings,
        S3_ENDPOINT: files,
        PORT: String(port),
        PUBLIC_URL: desk,
        TRUST_PROXY: '127.0.0.1',
        ADMIN_EMAIL: 'root@example.com',
        ADMIN_PASSWORD: 'very secret',
      })
      await node.url()
      root = await vi.waitFor(() => visit(desk), 60_000)
    }, 240_000)
    afterAll(async () => {
      caddy?.kill('SIGTERM')
      await node?.end('SIGKILL')
      await store?.stop()
      await home?.remove()
      if (folder) fs.rmSync(folder, { recursive: true, force: true })
    })

    test('a page sends a file to the store, which lets its origin do so and shows the ETag, and nobody else', async () => {
      const bytes = Buffer.from('It burns since nine o’clock.')
      const query = new URLSearchParams({
        filename: 'a.txt',
        type: '',
        'metadata[size]': String(bytes.length),
      })
      const signed = await root.send<{ id: string; url: string }>(
        'GET',
        `${desk}/api/uploads/s3/params?${query.toString()}`,
      )
      const { id, url } = signed.body
      expect(url).toMatch(new RegExp(`^${files}/signalbox/`))

      const asked = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: desk,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      })
      expect(asked.status).toBe(204)
      expect(Object.fromEntries(asked.headers)).toMatchObject({
        'access-control-allow-origin': desk,
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': '*',
      })
      const sent = await fetch(url, {
        method: 'PUT',
        headers: { origin: desk, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
      expect(sent.status).toBe(200)
      expect(sent.headers.get('access-control-allow-origin')).toBe(desk)
      expect(sent.headers.get('access-control-expose-headers')).toBe('ETag')
      expect(sent.headers.get('etag')).toBeTruthy()
      expect((await root.send('POST', `${desk}/api/uploads/${id}/finish`)).status).toBe(200)

      const elsewhere = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
      expect(elsewhere.headers.get('access-control-allow-origin')).toBe(desk)
    })
  },
)

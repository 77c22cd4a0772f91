import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome } from '#test/processes/server-home.ts'

const times = 50

function keepCoreBusy(): void {
  const child = spawn(process.execPath, [
    fileURLToPath(new URL('../support/probes/busy-core.mjs', import.meta.url)),
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
}

test(
  'every one of fifty first starts of the built server becomes ready beside a busy core',
  { timeout: times * 60_000 },
  async () => {
    keepCoreBusy()
    for (let start = 0; start < times; start++) {
      const home = await makeServerHome()
      const server = new ServerProcess(home.env, { isFirst: true })
      // A start that hangs ends by itself, with the step it was in.
      expect((await fetch(`${await server.url()}/readyz`)).status).toBe(200)
      await server.end('SIGKILL')
      await home.remove()
    }
  },
)

test.skipIf(process.env.TEST_DATABASE === 'postgres')(
  'a server that does not come to listen ends after two minutes, whether its main thread runs or not',
  { timeout: 300_000 },
  async () => {
    const [waiting, blocked] = await Promise.all(
      ['waits', 'blocks'].map(async (how) => {
        const home = await makeServerHome()
        onTestFinished(home.remove)
        const preload = {
          NO_PORT: how,
          NODE_OPTIONS: `--import=${new URL('../support/probes/no-port.mjs', import.meta.url).href}`,
        }
        return new ServerProcess({ ...home.env, ...preload }).ended
      }),
    )
    const sentence =
      /^Signalbox was not ready after 120 seconds, so it ends: it was still opening the port\. /
    expect(waiting).toMatchObject({ code: 1, signal: null, output: expect.stringMatching(sentence) })
    expect(blocked).toMatchObject({
      code: null,
      signal: 'SIGKILL',
      output: expect.stringMatching(sentence),
    })
  },
)

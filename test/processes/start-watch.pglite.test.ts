import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../support/processes/late-start.ts', import.meta.url))
const sentence =
  'Signalbox was not ready after 0.4 seconds, so it ends: it was still opening the database. See whether the disk, the database and the file store answer, then start it again.\n'

async function startLate(how: 'waiting' | 'blocked' | 'slow', env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, how], { env: { ...process.env, ...env } })
  const [[code, signal], said, complaint] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code: code as number | null, signal: signal as string | null, said, complaint }
}

test('a start that waits for ever ends with code 1 and names its step, though nothing keeps its event loop alive', async () => {
  expect(await startLate('waiting')).toEqual({ code: 1, signal: null, said: '', complaint: sentence })
})

test('a start whose main thread hangs is killed, and names its step', async () => {
  expect(await startLate('blocked')).toEqual({
    code: null,
    signal: 'SIGKILL',
    said: '',
    complaint: sentence,
  })
})

test('a slow step is not counted', async () => {
  expect(await startLate('slow')).toEqual({ code: 0, signal: null, said: 'ready\n', complaint: '' })
})

test('a start under `node --watch` goes on, though the thread reports its modules', async () => {
  const { code, said } = await startLate('slow', { WATCH_REPORT_DEPENDENCIES: '1' })
  expect({ code, said }).toEqual({ code: 0, said: 'ready\n' })
})

import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inDataDirectory } from '#test/processes/in-data-directory.ts'

const { directory, start } = inDataDirectory()

test('a faulty environment is refused at once, with all faults', async () => {
  const env = {
    PORT: 'http',
    TIME_ZONE: 'Nowhere',
    REGISTRATION: 'maybe',
    ADMIN_EMAIL: 'a@example.com',
  }
  const { code, output } = await start(env, { isFirst: true }).ended
  expect(code).toBe(1)
  for (const name of ['PORT', 'TIME_ZONE', 'REGISTRATION']) expect(output).toContain(`  ${name} `)
  expect(output).not.toContain('    at ')
  expect(fs.readdirSync(directory())).toEqual([])
})

test('a Node that is too old is refused at once, in one sentence', async () => {
  const env = {
    // Only process.versions is not real.
    NODE_OPTIONS:
      "--import \"data:text/javascript,Object.defineProperty(process.versions,'node',{value:'24.8.0'})\"",
  }
  const { output, code } = await start(env, { isFirst: true }).ended
  expect([code, output]).toEqual([
    1,
    'Signalbox needs Node 24.9 or newer; this is Node 24.8.0. "npm start" brings its own.\n',
  ])
  expect(fs.readdirSync(directory())).toEqual([])
})

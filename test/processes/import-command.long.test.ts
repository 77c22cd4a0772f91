import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from '#platform/server/process/data-directory.ts'
import { compileCache, scriptOf } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'

let home: ServerHome
beforeEach(async () => {
  home = await makeServerHome()
})
afterEach(() => home.remove())

async function run(command: 'import' | 'user', words: string[], input = '') {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [scriptOf(`${command}-command`), ...words], {
    env: { PATH, HOME, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: compileCache, ...home.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [code, said, complaint] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, said: said.trim(), complaint: complaint.trim() }
}

test('the command checks and imports a file, and says what it refuses', { timeout: 180_000 }, async () => {
  await run('user', ['create-admin', 'root@desk.example', 'Root Person'], 'very secret')
  const file = join(home.directory, 'firms.csv')
  await writeFile(file, 'Kurzname;Homepage\nAcme;https://acme.example\nBeta;ftp://beta\n')
  const words = ['clients', file, '--as', 'root@desk.example', '--column', 'name=Kurzname']

  expect(await run('import', [...words, '--check'])).toEqual({
    code: 0,
    said: 'Nothing is changed. An import would do: 1 create, 0 update, 0 unchanged, 1 refused.',
    complaint: [
      'name is taken from “Kurzname”',
      'website is taken from “Homepage”',
      'Row 2 is refused. website: Website must be a web address',
    ].join('\n'),
  })
  expect((await run('import', words)).said).toBe('Imported: 1 create, 0 update, 0 unchanged, 1 refused.')
  expect((await run('import', words)).said).toBe('Imported: 0 create, 0 update, 1 unchanged, 1 refused.')
  expect(await run('import', [...words.slice(0, 3), 'eve@desk.example'])).toMatchObject({
    code: 1,
    complaint: 'eve@desk.example is no active super user, and only they import.',
  })
  expect((await run('import', words.with(5, 'name=Firma'))).complaint).toBe(
    'There is no column “Firma”. Columns are: Kurzname, Homepage.',
  )
  expect((await run('import', ['houses', file, '--as', 'root@desk.example'])).code).toBe(2)
})

test.skipIf(process.env['TEST_DATABASE'] === 'postgres')(
  'while a program owns the embedded database, the command says so and changes nothing',
  { timeout: 240_000 },
  async () => {
    const unlock = await lockDirectory(home.directory)
    const file = join(home.directory, 'firms.csv')
    await writeFile(file, 'Name\nAcme\n')
    const { code, complaint } = await run('import', ['clients', file, '--as', 'root@desk.example'])
    expect([code, complaint]).toEqual([1, expect.stringContaining('Import on its Import screen')])
    await unlock()
  },
)

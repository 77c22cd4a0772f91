import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { Caller, startApp, type TestApp } from '#test/harness.ts'
import { roles } from '#features/users/contract.ts'
import { firstAnswersId, type FirstAnswers } from '#platform/contract/first-answers.ts'
import { fieldsOf, parseJson } from '#platform/contract/narrowing.ts'

const webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-web-'))
let desk: TestApp

beforeAll(async () => {
  fs.writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html><body>__CSP_NONCE__</body>')
  desk = await startApp({ webRoot })
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(webRoot, { recursive: true })
})

const brought = /<script id="first-answers" type="application\/json">(.*)<\/script><\/body>/s

async function openPage(by: Caller, url: string): Promise<FirstAnswers | undefined> {
  const { body } = await by.get<string>(url)
  const [, json] = brought.exec(body) ?? []
  return json === undefined ? undefined : (parseJson(json) as FirstAnswers)
}

test('a page brings along what each of its calls would answer, to everybody what they may know', async () => {
  expect(firstAnswersId).toBe('first-answers')
  const author = await desk.signedIn('client')
  await aTicket(author, { subject: 'Of a client' })
  const position = Number((await author.get('/api/auth/user')).headers['log-position'])
  for (const role of roles) {
    const by = role === 'client' ? author : await desk.signedIn(role)
    for (const url of ['/', '/tickets?status=open', '/my-tickets?search=client&page=1']) {
      const page = await openPage(by, url)
      const { answers = {}, logPosition } = page ?? {}
      expect(logPosition).toBeGreaterThanOrEqual(position)
      const asked = Object.keys(answers)
      expect(asked).toContain('/api/auth/user')
      const listed = asked.filter((one) => one.startsWith('/api/tickets?'))
      expect([role, url, listed.length]).toEqual([
        role,
        url,
        role === 'client' && url.startsWith('/tickets') ? 0 : 1,
      ])
      for (const one of asked) expect([one, answers[one]]).toEqual([one, (await by.get(one)).body])
    }
  }
})

test('what people have written cannot end the element that holds it, nor stand for a nonce', async () => {
  const subject = '</script><script>alert(1)</script><!-- __CSP_NONCE__ $& $1'
  const author = await desk.signedIn('client')
  await aTicket(author, { subject })
  const { body } = await author.get<string>('/')
  expect(body.match(/<script/g)).toHaveLength(1)
  const answers = (await openPage(author, '/'))?.answers ?? {}
  const list = Object.entries(answers).find(([url]) => url.startsWith('/api/tickets?'))?.[1]
  expect(fieldsOf(list)['tickets']).toMatchObject([{ subject }])
})

test('whoever is not signed in is told so where they have a cookie, and nothing where they have none', async () => {
  expect(await openPage(desk.nobody, '/tickets')).toBeUndefined()
  const gone = await desk.signedIn('helpdesk')
  await gone.post('/api/auth/logout')
  const past = new Caller(desk.app, gone.cookie)
  expect(await openPage(past, '/tickets')).toEqual({ logPosition: 0, answers: { '/api/auth/user': null } })
})

test('a role that was taken away is gone from the next page', async () => {
  const helper = await desk.signedIn('helpdesk')
  const before = await openPage(helper, '/tickets')
  expect(Object.keys(before?.answers ?? {})).toContain('/api/views')
  await desk.database.pool.query(`update users set role = 'client' where id = $1`, [helper.id])
  const after = await openPage(helper, '/tickets')
  expect(after?.answers).toMatchObject({ '/api/auth/user': { role: 'client' } })
  expect(Object.keys(after?.answers ?? {}).filter((url) => /views|tickets\?/.test(url))).toEqual([])
})

test('a page is there though nothing can be asked, and leaves the calls to itself', async () => {
  const busy = await startApp({ database: desk.database, webRoot, settings: { READS_PER_MINUTE: 0 } })
  const { cookie } = await desk.signedIn('helpdesk')
  const page = await new Caller(busy.app, cookie).get<string>('/tickets')
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('<!doctype html>')])
  expect(page.body).not.toContain('<script')
  await busy.close()
})

test('the page that a person opens keeps them signed in', async () => {
  const { cookie } = await desk.signedIn('helpdesk')
  desk.clock.advance(2 * 24 * 60 * 60 * 1000)
  const { headers } = await new Caller(desk.app, cookie).get('/tickets')
  expect(String(headers['set-cookie'])).toContain(cookie)
})

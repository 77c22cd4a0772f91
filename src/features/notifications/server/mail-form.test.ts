import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'

let desk: TestApp
let smtp: Smtp
let ana: Caller
let bo: Caller

beforeAll(async () => {
  smtp = await startSmtp()
  desk = await startApp()
  await sendThrough(await desk.signedIn('super_user'), smtp)
})
beforeEach(async () => {
  ana = await desk.signedIn('client', { firstName: 'Ana', lastName: 'Berg' })
  bo = await desk.signedIn('helpdesk', { firstName: 'Bo', lastName: '*Berg*' })
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

async function newestMail() {
  await untilMailed(desk)
  return smtp.received.splice(0).at(-1)!
}

/** The message in the HTML part, without what stands around it. */
async function messageOf(content: string): Promise<string> {
  const { id } = await aTicket(ana)
  await aComment(bo, id, content)
  const { mail } = await newestMail()
  const [, message = ''] =
    /<div dir="auto" style="margin: 0 0 16px">(.*?)<\/div>\n/s.exec(mail.html ?? '') ?? []
  expect(message).toMatch(/^<span dir="auto">Bo \*Berg\* wrote a comment:<\/span><br><br>/)
  return message.replace(/^.*?<br><br>/, '')
}

describe('the HTML part of an answer', () => {
  test('an answer of several lines keeps its breaks and spaces without any style', async () => {
    const message = await messageOf('Do this:\n\nserver:\n  port: 80\na  b\n\n1. stop\n2. edit')
    expect(message).toBe(
      '<span dir="auto">Do this:</span><br><br><span dir="auto">server:<br>&nbsp; port: 80<br>a&nbsp; b</span><br>' +
        '<ol start="1" style="margin: 0 0 16px"><li dir="auto"><span dir="auto">stop</span></li><li dir="auto"><span dir="auto">edit</span></li></ol>',
    )
    expect(message).not.toMatch(/\n|white-space/)
  })

  test('code keeps its indentation', async () => {
    expect(await messageOf('```yaml\nserver:\n  <port>: 80\n```')).toMatch(
      /^<pre dir="ltr" style="[^"]*">server:\n {2}&lt;port&gt;: 80<\/pre>$/,
    )
  })

  test('Markdown is shown as what it means, and links are links', async () => {
    const message = await messageOf(
      '**Bold** `a  b`, see https://example.com/a。 [here](https://example.com/?a=1&b="2") ![x](javascript:1) __init__.py C:\\_x',
    )
    expect(message).toContain('<strong>Bold</strong>')
    expect(message).toMatch(/<code style="[^"]*">a&nbsp; b<\/code>/)
    expect(message).toContain('<a href="https://example.com/a">https://example.com/a</a>。')
    expect(message).toContain('<a href="https://example.com/?a=1&amp;b=&#34;2&#34;">here</a>')
    expect(message).not.toContain('javascript')
    expect(message).toContain('__init__.py C:\\_x')
  })

  test('tables, quotes and headings are elements, and HTML of a person is text', async () => {
    const message = await messageOf(
      '# One\n> so\n\n| a | b |\n|---|--:|\n| 1 | <b>2</b> |\n\n<script>x</script>',
    )
    expect(message).toMatch(/<h3 [^>]*>One<\/h3><blockquote /)
    expect(message).toMatch(/<table .*<td align="right" dir="auto">&lt;b&gt;2&lt;\/b&gt;<\/td>/)
    expect(message).toContain('&lt;script&gt;x&lt;/script&gt;')
  })

  test('the text part is what was written', async () => {
    const { id } = await aTicket(ana)
    await aComment(bo, id, '**x**\n  y')
    expect((await newestMail()).mail.text).toContain('Bo *Berg* wrote a comment:\n\n**x**\n  y\n')
  })

  test('text from right to left is laid out so, subject and message', async () => {
    const { id } = await aTicket(ana, { subject: 'שגיאה: error (denied).' })
    await aComment(bo, id, 'שלום!')
    const { mail } = await newestMail()
    expect(mail.html).toMatch(/<h1 dir="auto"[^>]*>שגיאה: error \(denied\)\.<\/h1>/)
    expect(mail.html).toContain('<span dir="auto">שלום!</span>')
  })
})

test('a message of the chat is no Markdown', async () => {
  const { id } = await aTicket(ana)
  await change(bo, id, { assignedToId: bo.id })
  const said = await ana.post(`/api/tickets/${id}/chat`, { message: '**2**\n  https://example.com/a, (b)' })
  expect(said.status).toBe(201)
  expect((await newestMail()).mail.html).toContain(
    '<span dir="auto">**2**<br>&nbsp; <a href="https://example.com/a">https://example.com/a</a>, (b)</span>',
  )
})

test('all mails about a ticket belong to one conversation, and those about another to another', async () => {
  const [one, other] = [await aTicket(ana), await aTicket(ana)]
  const threads = []
  for (const { id } of [one, one, other]) {
    await aComment(bo, id, 'Done')
    const { mail } = await newestMail()
    threads.push([mail.references, mail.inReplyTo, mail.messageId])
  }
  const root = ({ id }: { id: string }) => `<ticket-${id}@signalbox.example>`
  const first = threads[0]?.[2]
  expect(threads.map(([references, inReplyTo]) => [references, inReplyTo])).toEqual([
    [root(one), root(one)],
    [`${root(one)} ${first}`, first],
    [root(other), root(other)],
  ])
})

test('only where this program alone speaks a mail says so, and none asks for automatic answers', async () => {
  const { id } = await aTicket(ana)
  await aComment(bo, id, 'A person says this')
  const ofPerson = (await newestMail()).raw
  expect(ofPerson).not.toMatch(/^Auto-Submitted:/m)
  expect(ofPerson).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/m)
  await change(bo, id, { status: 'progress' })
  const ofProgram = (await newestMail()).raw
  expect(ofProgram).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(ofProgram).toMatch(/^X-Auto-Response-Suppress: All\r$/m)
})

test.each([
  '=?utf-8?Q?gef=C3=A4lscht?= test',
  'Ünï =?iso-8859-1?B?YWJj?= of many words, so that it needs more than a single line of a mail 👩‍💻',
  '=?UTF-8?Q?=E2=80=AE?=',
])('the subject %j is read as it was typed', async (subject) => {
  const { id, ticketNumber } = await aTicket(ana, { subject })
  await aComment(bo, id, 'Done')
  const { mail, raw } = await newestMail()
  expect(mail.subject).toBe(`[${ticketNumber}] ${subject}`)
  const [header = ''] = /^Subject: [^\r]*(?:\r\n[ \t][^\r]*)*/m.exec(raw) ?? []
  expect(header).not.toMatch(/=\?(?!UTF-8\?[BQ]\?|=)/)
  for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
})

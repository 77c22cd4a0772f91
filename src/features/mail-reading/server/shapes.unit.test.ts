import iconv from 'iconv-lite'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { ReadMail } from './public/read-mail.ts'
import { understandMail } from './understand.ts'

const read = (raw: Buffer | string): Promise<ReadMail> =>
  understandMail(Readable.from([Buffer.isBuffer(raw) ? raw : Buffer.from(raw.replaceAll(/\r?\n/g, '\r\n'))]))

const withHeaders = (headers: string) => read(`${headers}\n\nText\n`)
const inCharset = (text: string, encoding: string, charset: string) =>
  read(
    Buffer.concat([
      Buffer.from(`Content-Type: text/plain; charset=${charset}\r\n\r\n`),
      iconv.encode(text, encoding),
    ]),
  )

/** A mail of several parts, each with its headers. */
const multipart = (subtype: string, parts: readonly string[]) =>
  `From: ana@meridian.example\nContent-Type: multipart/${subtype}; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`

describe('charsets', () => {
  test.each([
    ['プリンタが動きません', 'shift_jis', 'Shift_JIS'],
    ['プリンタが動きません', 'eucjp', 'EUC-JP'],
    ['打印机坏了，請幫忙', 'gbk', 'GB2312'],
    ['印表機壞了', 'big5', 'Big5'],
    ['프린터가 고장났습니다', 'cp949', 'ks_c_5601-1987'],
    ['Принтер сломался', 'koi8-r', 'KOI8-R'],
    ['Принтер сломался', 'windows-1251', '"windows-1251"'],
    ['המדפסת שבורה', 'windows-1255', 'ISO-8859-8-I'],
    ['Drukarka się zepsuła', 'iso-8859-2', 'iso-8859-2'],
    ['Grüße – “quoted” €', 'windows-1252', 'iso-8859-1'],
    ['Grüße aus Köln', 'utf8', 'iso-8859-1'],
    ['Grüße aus Köln', 'utf8', 'us-ascii'],
    ['Grüße aus Köln', 'utf8', 'utf8mb4'],
    ['Grüße aus Köln', 'utf-16', 'utf-16'],
    ['Grüße <b>aus</b> Köln', 'utf-7', 'utf-7'],
  ])('%s, written in %s and declared as %s, is read', async (text, encoding, charset) => {
    expect(await inCharset(text, encoding, charset)).toMatchObject({ text, marks: [] })
  })

  test('a body of no known charset is read and marked', async () => {
    expect(await inCharset('Grüße', 'windows-1252', 'x-nobody-knows')).toMatchObject({
      text: 'Grüße',
      marks: ['undecodable'],
    })
    expect(await inCharset('Grüße', 'windows-1252', 'us-ascii')).toMatchObject({
      text: 'Grüße',
      marks: ['undecodable'],
    })
  })

  test('HTML names its charset itself', async () => {
    const page = iconv.encode(
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>Привет</p>',
      'windows-1251',
    )
    const mail = await read(Buffer.concat([Buffer.from('Content-Type: text/html\r\n\r\n'), page]))
    expect(mail).toMatchObject({ text: 'Привет', marks: [] })
  })

  test('letters are composed, and control characters gone', async () => {
    const { text, subject } = await read(
      Buffer.from('Subject: Gru\u0308\u0001n\u202Egpj\r\n\r\nCafe\u0301\u0000 \u0007bell'),
    )
    expect([text, subject]).toEqual(['Café bell', 'Grün gpj'])
  })
})

describe('headers', () => {
  test.each([
    ['=?utf-8?q?a?= =?utf-8?q?b?=', 'ab'],
    ['=?utf-8?b?w6Q=?= and =?iso-8859-1*de?q?=F6?=', 'ä and ö'],
    ['=?UTF-8?Q?How_are_you??=', 'How are you?'],
    ['"=?utf-8?q?quoted?=" tail', '"quoted" tail'],
    ['=?utf-8?q?caf=C3?= =?utf-8?b?qQ==?=', 'café'],
    ['=?utf-8?b?w6TDtg?=\n =?utf-8?b?w7w=?=', 'äöü'],
    ['=?utf-8?q?not closed', '=?utf-8?q?not closed'],
    ['=?gb2312?B?suLK1A==?=', '测试'],
    ['=?utf-8?q?line=0D=0ABcc=3A_x?=', 'line Bcc: x'],
  ])('the subject %j is %j', async (written, meant) => {
    expect((await withHeaders(`Subject: ${written}`)).subject).toBe(meant)
  })

  test.each([
    ['"ana@meridian.example" <mallory@stranger.example>', 'mallory@stranger.example'],
    ['=?utf-8?q?ana=40meridian=2Eexample?= <mallory@stranger.example>', 'mallory@stranger.example'],
    ['ana@meridian.example <mallory@stranger.example>', 'mallory@stranger.example'],
    [
      '=?utf-8?q?=22Ana=22_=3Cana=40meridian=2Eexample=3E=2C?= <mallory@stranger.example>',
      'mallory@stranger.example',
    ],
    ['mallory@stranger.example (ana@meridian.example)', 'mallory@stranger.example'],
    ['Ansel, Ana <Ana@Meridian.Example>', 'ana@meridian.example'],
    ['"Ansel, Ana" <Ana@Meridian.Example>', 'ana@meridian.example'],
    ['=?utf-8?q?Ansel,_Ana?= <ana@meridian.example>', 'ana@meridian.example'],
    ['Ana <ana@bücher.example>', 'ana@xn--bcher-kva.example'],
    ['Ana <ana@meridian.example>, Ben <ben@meridian.example>', undefined],
    ['=?utf-8?q?ana?=@meridian.example', undefined],
    ['undisclosed-recipients:;', undefined],
    ['Ana <ana>', undefined],
    ['<>', undefined],
    ['Ana <ana@meridian.example', 'ana@meridian.example'],
    ['Ana <ana@@meridian.example>', undefined],
  ])('From %s is the identity %s', async (written, address) => {
    expect((await withHeaders(`From: ${written}`)).from?.address).toBe(address)
  })

  test('two different From headers are nobody', async () => {
    const { from, fromText } = await withHeaders('From: ana@meridian.example\nFrom: mallory@stranger.example')
    expect([from, fromText]).toEqual([null, 'ana@meridian.example'])
  })

  test('a From that cannot be read is not replaced by the Sender', async () => {
    expect(await withHeaders('From: nobody\nSender: ben@meridian.example')).toMatchObject({
      from: null,
      marks: [],
    })
  })

  test.each([
    ['Tue, 3 Mar 2026 10:00:00 +0100 (CET)', '2026-03-03T09:00:00.000Z'],
    ['3 Mar 26 10:00 GMT', '2026-03-03T10:00:00.000Z'],
    ['Di, 3 Mar 2026 10:00:00 +0100', '2026-03-03T09:00:00.000Z'],
    ['2026-03-03T10:00:00Z', '2026-03-03T10:00:00.000Z'],
    ['Tue, 3 Foo 2026 10:00:00 +0100', undefined],
    ['rubbish 2026', undefined],
    ['Tue, 3 Mar 9926 10:00:00 +0100', undefined],
    ['', undefined],
  ])('the Date %j is %s', async (written, meant) => {
    expect((await withHeaders(`Date: ${written}`)).date?.toISOString()).toBe(meant)
  })

  test('Message-IDs are read without brackets, folded or bare, and bounded', async () => {
    const long = `${'x'.repeat(400)}@example.org`
    const mail = await withHeaders(
      `Message-ID: ${long}\nIn-Reply-To: Your message of Monday <a@b>\nReferences: <1@b>\n <2@b><3@b>\n\t<1@b>`,
    )
    expect(mail.messageId).toMatch(/^[\da-f]{64}$/)
    expect([mail.inReplyTo, mail.references]).toEqual([['a@b'], ['1@b', '2@b', '3@b']])
    const many = Array.from({ length: 5000 }, (_, nr) => `<${nr}@b>`).join('\n ')
    const { references } = await withHeaders(`References: ${many}`)
    expect(references).toHaveLength(100)
    expect([references[0], references.at(-1)]).toEqual(['0@b', '4999@b'])
  })

  test('lists of addresses end somewhere', async () => {
    const many = Array.from({ length: 3000 }, (_, nr) => `p${nr}@example.org`).join(',\n ')
    expect((await withHeaders(`To: ${many}`)).to).toHaveLength(200)
  })
})

describe('files', () => {
  const named = async (disposition: string) => {
    const { files } = await read(
      multipart('mixed', [
        'Content-Type: text/plain\n\nHello',
        `Content-Type: application/octet-stream\nContent-Disposition: ${disposition}\n\nx`,
      ]),
    )
    return files[0]?.name
  }
  test.each([
    [`attachment;\n filename*0*=utf-8''R%C3;\n filename*1*=%A4der;\n filename*2=".pdf"`, 'Räder.pdf'],
    ['attachment; filename="=?utf-8?q?R=C3=A4der?=\n =?utf-8?q?=2Epdf?="', 'Räder.pdf'],
    ['attachment; filename="Räder.pdf"', 'Räder.pdf'],
    [`attachment; filename="plain.pdf"; filename*=utf-8''sch%C3%B6n.pdf`, 'schön.pdf'],
    ['attachment; filename="..\\\\..\\\\windows\\\\evil.exe"', 'evil.exe'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="con.txt"', '_con.txt'],
    ['attachment; filename="..."', 'file'],
    ['attachment; filename=""', 'file'],
    ['attachment; filename=two words.pdf', 'two words.pdf'],
    [`attachment; filename*=utf-8''gpj%E2%80%AE.exe`, 'gpj.exe'],
    ['attachment; filename="a<b>:c?.txt"', 'a_b__c_.txt'],
  ])('%j is called %j', async (disposition, name) => {
    expect(await named(disposition)).toBe(name)
  })

  test('have names of at most 255 bytes with their ending, each another', async () => {
    expect(await named(`attachment; filename="${'ü'.repeat(300)}.pdf"`)).toMatch(/^ü{125}\.pdf$/)
    const part = 'Content-Type: application/pdf; name=Plan.pdf\n\nx'
    const { files } = await read(multipart('mixed', [part, part, part.replace('Plan', 'plan')]))
    expect(files.map(({ name }) => name)).toEqual(['Plan.pdf', 'Plan (2).pdf', 'plan (3).pdf'])
  })
})

describe('structure', () => {
  test('text within alternatives stands around the file that it surrounds', async () => {
    const inner =
      'Content-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: text/html\n\n<p>Above</p>\n--c\nContent-Type: image/png; name=a.png\nContent-Disposition: inline\n\nx\n--c\nContent-Type: text/html\n\n<p>Below</p>\n--c--'
    const mail = await read(multipart('alternative', ['Content-Type: text/plain\n\nAbove\n\nBelow', inner]))
    expect(mail.text).toBe('Above\n\n![a.png](cid:picture-1)\n\nBelow')
    expect(mail.files).toMatchObject([{ name: 'a.png', cid: 'picture-1' }])
  })

  test('an alternative that says something else is kept as a file', async () => {
    const mail = await read(
      multipart('alternative', [
        'Content-Type: text/plain\n\nThe secret code of the third door is hidden here.',
        'Content-Type: text/html\n\n<p>Please enable pictures.</p>',
      ]),
    )
    expect(mail.text).toBe('Please enable pictures.')
    expect(mail.files).toMatchObject([{ kind: 'body', name: 'message.txt' }])
  })

  test.each([
    [
      'a boundary that is named wrongly',
      'Content-Type: multipart/mixed; boundary=wrong\n\n--right\nContent-Type: text/plain\n\nHello\n--right--\n',
    ],
    [
      'a boundary that is not named',
      'Content-Type: multipart/mixed\n\n--right\nContent-Type: text/plain\n\nHello\n--right--\n',
    ],
    ['a multipart without parts', 'Content-Type: multipart/mixed; boundary=b\n\nHello\n'],
    ['a type without its second half', 'Content-Type: text\n\nHello\n'],
    [
      'an empty line above its headers',
      '\nFrom: ana@meridian.example\nContent-Type: text/html\n\n<p>Hello</p>\n',
    ],
    ['no empty line below its headers', 'From: ana@meridian.example\nHello'],
    [
      'the line of a mailbox above its headers',
      'From ana@meridian.example Tue Mar  3 10:00:00 2026\nSubject: x\n\nHello\n',
    ],
    ['a broken transfer encoding', 'Content-Transfer-Encoding: sonderbar\n\nHello\n'],
    ['broken quoted-printable', 'Content-Transfer-Encoding: quoted-printable\n\nHel=\nlo\n'],
    ['flowed lines', 'Content-Type: text/plain; format=flowed; delsp=yes\n\nHel \nlo\n'],
    [
      'empty HTML beside its text',
      multipart('alternative', [
        'Content-Type: text/plain\n\nHello',
        'Content-Type: text/html\n\n<html><body></body></html>',
      ]),
    ],
    [
      'a lone text that calls itself a file',
      multipart('mixed', [
        'Content-Type: text/html; name=a.html\nContent-Disposition: inline\n\n<p>Hello</p>',
      ]),
    ],
  ])('a mail with %s is read', async (_, raw) => {
    expect((await read(raw)).text).toBe('Hello')
  })

  test.each(['\n', '\r'])('a mail with line ends of %j is read', async (end) => {
    const mail = await read(
      Buffer.from(`From: ana@meridian.example${end}Subject: x${end}${end}One${end}Two${end}`),
    )
    expect(mail).toMatchObject({ subject: 'x', text: 'One\nTwo' })
  })

  test('an empty mail is read', async () => {
    expect(await read('')).toMatchObject({ text: '', files: [], from: null })
  })

  test('an attached mail in base64 is itself again', async () => {
    const inner = 'From: gil@example.org\r\nSubject: Inner\r\n\r\nText\r\n'
    const { files } = await read(
      multipart('mixed', [
        `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${Buffer.from(inner).toString('base64')}`,
      ]),
    )
    expect(files).toMatchObject([{ kind: 'message', name: 'Inner.eml' }])
    expect(files[0]?.bytes.toString()).toBe(inner)
  })

  test('a digest holds mails', async () => {
    const { files } = await read(
      multipart('digest', [
        '\nFrom: gil@example.org\nSubject: One\n\nText',
        '\nFrom: gil@example.org\nSubject: Two\n\nText',
      ]),
    )
    expect(files.map(({ kind, name }) => [kind, name])).toEqual([
      ['message', 'One.eml'],
      ['message', 'Two.eml'],
    ])
  })

  test('encrypted mails say so, and keep their file', async () => {
    const pgp = multipart('encrypted; protocol="application/pgp-encrypted"', [
      'Content-Type: application/pgp-encrypted\n\nVersion: 1',
      'Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----',
    ])
    expect(await read(pgp)).toMatchObject({ marks: ['encrypted'], files: [{ name: 'encrypted.asc' }] })
    const smime =
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIIBAQ=='
    expect(await read(smime)).toMatchObject({
      marks: ['encrypted'],
      files: [{ name: 'smime.p7m', kind: 'file' }],
    })
  })

  test('winmail.dat that cannot be opened is one file', async () => {
    const dat = multipart('mixed', [
      'Content-Type: text/plain\n\nHello',
      'Content-Type: application/ms-tnef; name=winmail.dat\n\nnot really',
    ])
    expect(await read(dat)).toMatchObject({
      text: 'Hello',
      files: [{ kind: 'container', name: 'winmail.dat' }],
    })
  })
})

describe('HTML', () => {
  const ofHtml = async (html: string) =>
    (await read(`Content-Type: text/html; charset=utf-8\n\n${html}`)).text
  test.each([
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<a href="JaVaScRiPt:alert(1)">x</a>', 'x'],
    ['<a href="data:text/html,x">x</a>', 'x'],
    ['<base href="https://evil.example/"><a href="a">x</a>', '[x](a)'],
    ['<img src="//evil.example/a.png" alt="Logo">', '[Logo]'],
    [
      '<img src="https://evil.example/a (1).png" alt="Our [best] logo">',
      '[🖼 Our best logo](https://evil.example/a%20%281%29.png)',
    ],
    ['a<!-- hidden --><style>p{}</style><title>t</title>b', 'ab'],
    ['<!--[if mso]><p>x</p><![endif]-->b', 'b'],
    ['<ul><li>one</li><li>two</li></ul>', '-   one\n-   two'],
    [
      '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>3</td></tr></table>',
      '| Item | Price |\n| --- | --- |\n| Tea | 3 |',
    ],
    ['<div>one</div><div>two</div><div><br></div><div>three</div>', 'one\ntwo\n\nthree'],
    ['&#xFDD2;x&#0;y', 'x\uFFFDy'],
    ['<svg><script>alert(1)</script></svg><math><mtext></mtext></math>z', 'z'],
  ])('%s is shown as %j', async (html, text) => {
    expect(await ofHtml(html)).toBe(text)
  })
})

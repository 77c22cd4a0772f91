import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { corpusIds, corpusMail, corpusResult, viewOf } from '#test/mail-corpus.ts'
import { readFiles, readMail } from './read-in-worker.ts'
import { readLimits } from './read-mail.ts'

/** A mail of one text part. */
const plain = (text: string, headers = 'From: ana@meridian.example') =>
  Buffer.from(`${headers}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll('\n', '\r\n')}`)

/** A mail of one HTML part. */
const html = (text: string, headers = 'From: ana@meridian.example') =>
  Buffer.from(`${headers}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${text}`)

describe('the corpus', () => {
  test('has all kinds', () => {
    expect(corpusIds).toHaveLength(55)
  })

  test.each(corpusIds.map((id) => [id, corpusResult(id).title]))('%s: %s', async (id) => {
    expect(viewOf(await readMail(corpusMail(id)))).toEqual(corpusResult(id).mail)
  })

  /** Kinds that the second parser reads otherwise, and why. */
  const differs: Partial<Record<string, string>> = {
    D02: 'reads no single bytes of Latin-1',
    D03: 'decodes each word alone',
    D05: 'does not join the halves of an emoji',
    D06: 'reads raw 8-bit headers as UTF-8 only',
    D12: 'moves pictures away from their place',
    D17: 'does not open winmail.dat',
    D18: 'does not say an invitation in words',
    D20: 'does not open signed-data',
  }

  test.each(corpusIds.filter((id) => !differs[id]))('%s is read alike by a second parser', async (id) => {
    const mine = await readMail(corpusMail(id))
    const other = await PostalMime.parse(corpusMail(id), { forceRfc822Attachments: true })
    expect(mine.subject).toBe((other.subject ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])
    const shown = words(mine.whole)
    expect(
      [...words(other.text ?? '')].filter((word) => !shown.has(word) && !/^http|kopf/.test(word)),
    ).toEqual([])
    expect(mine.files.filter(({ kind }) => kind !== 'report')).toHaveLength(
      other.attachments.filter(({ mimeType }) => mimeType !== 'message/delivery-status').length,
    )
  })

  test('D16: attached mails stay as they are, byte for byte', async () => {
    const raw = corpusMail('D16')
    const { files } = await readMail(raw)
    for (const { bytes } of files) {
      expect(bytes.toString('latin1')).toMatch(/^From: Gil Gold/)
      expect(bytes.toString('latin1').replaceAll('\r\n', '')).not.toContain('\n')
      expect(raw.includes(bytes)).toBe(true)
    }
  })

  test('D38: the token of the address stands in the whole text', async () => {
    expect((await readMail(corpusMail('D38'))).whole).toContain('support+1abcdefghijklmnopqrstuvwxyz234567')
  })
})

test('a mail arrives as a stream, too', async () => {
  const raw = corpusMail('D12')
  const pieces = Array.from({ length: Math.ceil(raw.length / 7) }, (_, at) =>
    raw.subarray(at * 7, at * 7 + 7),
  )
  expect(viewOf(await readMail(Readable.from(pieces)))).toEqual(corpusResult('D12').mail)
})

test('several mails are read at the same time', async () => {
  const mails = await Promise.all(corpusIds.slice(0, 6).map((id) => readMail(corpusMail(id))))
  expect(mails.map(viewOf)).toEqual(corpusIds.slice(0, 6).map((id) => corpusResult(id).mail))
})

describe('a mail that cannot be read', () => {
  test('is given up when it takes too long, and the next one is read', async () => {
    const slow = html('<div>'.repeat(60_000))
    await expect(readMail(slow, { ...readLimits, timeMs: 1 })).rejects.toMatchObject({ reason: 'too-slow' })
    expect((await readMail(plain('next'))).text).toBe('next')
  })

  test('is given up when it is too large, or takes too much memory', async () => {
    await expect(readMail(plain('abc'), { ...readLimits, bytes: 10 })).rejects.toMatchObject({
      reason: 'too-large',
    })
    const large = plain('a\n'.repeat(3_000_000))
    await expect(readMail(large, { ...readLimits, timeMs: 60_000, heapMb: 20 })).rejects.toMatchObject({
      reason: 'too-much-memory',
    })
  })

  test('is given up when it has too many parts', async () => {
    const parts = '--b\r\n\r\nx\r\n'.repeat(1500)
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`)
    await expect(readMail(raw)).rejects.toMatchObject({ name: 'UnreadableMail', reason: 'too-many-parts' })
  })

  test('is another matter than a store that fails', async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error('The store is away.'))
      },
    })
    await expect(readMail(failing)).rejects.toThrow('The store is away.')
  })
})

test('large files can be left out, and are brought one after another', async () => {
  const pdf = (nr: number) => Buffer.alloc(400_000, `plan ${nr} `)
  const part = (nr: number) =>
    `--b\r\nContent-Type: application/pdf; name=plan-${nr}.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${pdf(nr).toString('base64')}\r\n`
  const small = '--b\r\nContent-Type: text/csv; name=list.csv\r\n\r\na,b\r\n'
  const raw = Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nPlans\r\n${part(1)}${small}${part(2)}${part(3)}--b--\r\n`,
  )
  const { text, files } = await readMail(Readable.from([raw]), { ...readLimits, fileBytes: 100_000 })
  expect(text).toBe('Plans')
  expect(files.map(({ bytes, later }) => [bytes.length, later?.size])).toEqual([
    [0, 400_000],
    [3, undefined],
    [0, 400_000],
    [0, 400_000],
  ])
  const brought = new Map<string, Buffer>()
  await readFiles(
    Readable.from([raw]),
    files,
    async ({ name, bytes }, spooled) =>
      void brought.set(name, spooled ? await readFile(spooled.path) : bytes),
  )
  expect([...brought.keys()].toSorted()).toEqual(['list.csv', 'plan-1.pdf', 'plan-2.pdf', 'plan-3.pdf'])
  for (const nr of [1, 2, 3]) expect(brought.get(`plan-${nr}.pdf`)?.equals(pdf(nr))).toBe(true)
})

describe('a large mail', () => {
  test('of 7 MB of HTML is shown up to the limit, and is whole in a file', async () => {
    const rows = Array.from(
      { length: 90_000 },
      (_, nr) => `<tr><td>Row ${nr}</td><td>of a long report that goes on and on</td></tr>\n`,
    )
    const raw = Buffer.from(
      corpusMail('D23')
        .toString('latin1')
        .replace('<!--rows-->', `<table>${rows.join('')}</table>`),
      'latin1',
    )
    const mail = await readMail(raw, { ...readLimits, timeMs: 60_000 })
    expect(mail.text).toContain('The report begins here.')
    expect(mail.text.length).toBeLessThanOrEqual(readLimits.textCharacters)
    expect(mail.marks).toEqual(['shortened'])
    expect(mail.files).toMatchObject([{ kind: 'body', name: 'message-html.txt', type: 'text/plain' }])
    expect(mail.files[0]?.bytes.includes('The report ends here.')).toBe(true)
  })

  test('with a picture of megabytes within its HTML shows it as a file', async () => {
    const bytes = Buffer.alloc(3_000_000, 7)
    const mail = await readMail(
      html(
        `<p>Before</p><img alt="shot" src="data:image/png;base64,${bytes.toString('base64')}"><p>After</p>`,
      ),
      {
        ...readLimits,
        timeMs: 60_000,
      },
    )
    expect(mail.text).toBe('Before\n\n![shot](cid:picture-1)\n\nAfter')
    expect(mail.files).toMatchObject([{ name: 'picture.png', cid: 'picture-1' }])
    expect(mail.files[0]?.bytes.equals(bytes)).toBe(true)
  })

  test('of long text is shown up to the limit, and is whole in a file', async () => {
    const mail = await readMail(plain(`${'A line of a log.\n'.repeat(100_000)}The end.`), {
      ...readLimits,
      timeMs: 60_000,
    })
    expect(mail.text.length).toBeLessThanOrEqual(readLimits.textCharacters)
    expect(mail.marks).toEqual(['shortened'])
    expect(mail.files).toMatchObject([{ kind: 'body', name: 'message.txt' }])
    expect(mail.files[0]?.bytes.toString()).toMatch(/The end\.$/)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anUpload, content, put, signedFor, storedFiles } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let ana: Caller

beforeAll(async () => {
  desk = await startApp({ storage: { MAX_UPLOAD_MB: 8 } })
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

describe('the content of a file must fit its name', () => {
  const right: [string, Buffer, string][] = [
    ['a.jpg', content.jpg, 'image/jpeg'],
    ['a.JPEG', content.jpg, 'image/jpeg'],
    ['a.png', content.png, 'image/png'],
    ['a.pdf', content.pdf, 'application/pdf'],
    ['a.doc', content.doc, 'application/msword'],
    ['a.docx', content.docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['big.docx', content.bigDocx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.txt', content.txt, 'text/plain'],
    ['latin.txt', Buffer.from('Gr\u00fc\u00dfe', 'latin1'), 'text/plain'],
    ['notepad.txt', Buffer.from('\ufeffWindows-IP-Konfiguration für C:\r\n', 'utf16le'), 'text/plain'],
    ['big-endian.TXT', Buffer.from('\ufeffGrüße\n', 'utf16le').swap16(), 'text/plain'],
    ['half-a-letter.txt', Buffer.from('\ufeff' + 'x'.repeat(700_000), 'utf16le'), 'text/plain'],
    ['marked.txt', Buffer.from('\ufeffIt burns.\n'), 'text/plain'],
    ['space.txt', Buffer.from('The free space is low\n'), 'text/plain'],
    ['bmc.txt', Buffer.from('BMC connection failed'), 'text/plain'],
    ['midi.txt', Buffer.from('MThd, ID3 and GIF89a; RIFF too.'), 'text/plain'],
    ['script.txt', Buffer.from('#!/bin/sh\n<?xml version="1.0"?>%!PS'), 'text/plain'],
    ['terminal.txt', Buffer.from('\u001b]0;user@host\u0007$ ls\b \u007f\r\n\u001b[0m\u001a'), 'text/plain'],
    ['today.log', Buffer.from('BM 7 free\n'), 'text/plain'],
    ['list.csv', Buffer.from('ID;Name\n1;Ann\n'), 'text/csv'],
    ['mail.eml', content.eml, 'message/rfc822'],
    ['mail.msg', content.doc, 'application/vnd.ms-outlook'],
    ['sheet.xlsx', content.xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['talk.pptx', content.pptx, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['logs.zip', content.zip, 'application/zip'],
    ['office.zip', content.docx, 'application/zip'],
    ['IMG_0001.HEIC', content.heic, 'image/heic'],
    ['a.webp', content.webp, 'image/webp'],
    ['a.gif', content.gif, 'image/gif'],
  ]
  test.each(right)('the file %s is accepted', async (name, bytes, mimeType) => {
    expect(await anUpload(desk, ana, name, bytes)).toMatchObject({ fileName: name, mimeType })
  })

  const wrong: [string, Buffer][] = [
    ['page.png', content.html],
    ['page.pdf', content.html],
    ['drawing.jpg', content.svg],
    ['program.pdf', content.exe],
    ['program.txt', content.exe],
    ['picture.txt', content.png],
    ['sheet.docx', content.xlsx],
    ['archive.doc', content.docx],
    ['words.doc', content.txt],
    ['film.txt', content.mov],
    ['film.log', content.mov],
    ['program.csv', content.exe],
    ['torn.txt', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
    ['marked-program.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), content.exe])],
    ['words.xlsx', content.docx],
    ['sheet.pptx', content.xlsx],
    ['words.zip', content.txt],
    ['words.msg', content.txt],
    ['page.gif', content.html],
    ['film.heic', content.mov],
    ['picture.webp', content.png],
    ['program.zip', content.exe],
  ]
  test.each(wrong)('the file %s is refused by name, and nothing of it is kept', async (name, bytes) => {
    const before = await storedFiles(desk)
    const { body } = await signedFor(ana, name, bytes.length)
    await put(desk, body.url, bytes)
    const refused = await ana.post(`/api/uploads/${body.id}/finish`)
    expect(refused).toMatchObject({
      status: 415,
      body: { message: expect.stringContaining(`${name} is not`) },
    })
    expect((await ana.post(`/api/uploads/${body.id}/finish`)).status).toBe(404)
    expect(await storedFiles(desk)).toEqual(before)
  })
})

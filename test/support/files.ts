import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Upload } from '#features/uploads/contract.ts'
import type { Caller, TestApp } from './harness.ts'

/** An archive of these entries, as Word and its likes are. */
function zip(entries: Record<string, string | Buffer>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), bytes])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, place, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(locals.length, 4)
  end.writeUInt16LE(locals.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006'), end])
}

const office = (kind: string) =>
  `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`

/** The smallest content of each kind. */
export const content = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  pdf: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
  doc: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]),
  docx: zip({ '[Content_Types].xml': office('wordprocessingml.document'), 'word/document.xml': '<w/>' }),
  /** As some programs write it: what tells its type lies behind two megabytes of pictures. */
  bigDocx: zip({
    'word/media/image1.png': Buffer.alloc(2 * 1024 * 1024),
    'word/document.xml': '<w/>',
    '[Content_Types].xml': office('wordprocessingml.document'),
  }),
  xlsx: zip({ '[Content_Types].xml': office('spreadsheetml.sheet'), 'xl/workbook.xml': '<x/>' }),
  pptx: zip({
    '[Content_Types].xml': office('presentationml.presentation'),
    'ppt/presentation.xml': '<p/>',
  }),
  zip: zip({ 'logs/today.log': 'It burns.' }),
  gif: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  webp: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
  heic: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic\0\0\0\u0008mdat', 'latin1'),
  mov: Buffer.from('\0\0\0\u0014ftypqt  \0\0\0\0qt  \0\0\0\u0008mdat', 'latin1'),
  eml: Buffer.from('From: ann@example.com\r\nSubject: It burns\r\n\r\nSince nine.\r\n'),
  txt: Buffer.from('It burns since nine o’clock.\r\n'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
}

interface Begun {
  id: string
  url: string
  headers: Record<string, string>
}

export const signedFor = (by: Caller, filename: string, size: number, more: Record<string, string> = {}) =>
  by.get<Begun & { message?: string }>(
    `/api/uploads/s3/params?${new URLSearchParams({ filename, type: '', 'metadata[size]': String(size), ...more }).toString()}`,
  )

/** Sends bytes to a signed address, as a browser does: to this server, or to a bucket. */
export async function put({ app, files }: Pick<TestApp, 'app' | 'files'>, url: string, bytes: Buffer) {
  const headers = { 'content-type': 'application/octet-stream' }
  if (files.local)
    return app.inject({
      method: 'PUT',
      url: url.replace(/^https?:\/\/[^/]+/, ''),
      headers,
      payload: bytes,
    })
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  const body = await answer.text()
  return {
    statusCode: answer.status,
    headers: { etag: answer.headers.get('etag') ?? undefined },
    body,
    json: () => JSON.parse(body) as unknown,
  }
}

/** A file that has arrived and can be attached. */
export async function anUpload(
  desk: Pick<TestApp, 'app' | 'files'>,
  by: Caller,
  name = 'notes.txt',
  bytes: Buffer = content.txt,
): Promise<Upload> {
  const { status, body } = await signedFor(by, name, bytes.length)
  if (status !== 200) throw new Error(`signing answered ${status}: ${JSON.stringify(body)}`)
  const sent = await put(desk, body.url, bytes)
  if (sent.statusCode !== 200) throw new Error(`sending answered ${sent.statusCode}: ${sent.body}`)
  const finished = await by.post<Upload>(`/api/uploads/${body.id}/finish`)
  if (finished.status !== 200)
    throw new Error(`finishing answered ${finished.status}: ${JSON.stringify(finished.body)}`)
  return finished.body
}

/** Adds so many files to a ticket, of which the store has none. */
export const fillWithFiles = (
  { database }: Pick<TestApp, 'database'>,
  by: Caller,
  ticketId: string,
  count: number,
) =>
  database.pool.query(
    `insert into attachments (ticket_id, file_name, file_size, mime_type, object_path, uploaded_by)
     select $1, 'old.txt', 1, 'text/plain', 'attachments/' || gen_random_uuid(), $2 from generate_series(1, $3::int)`,
    [ticketId, by.id, count],
  )

/** An upload in parts, of which the first has arrived. */
export async function aMultipart(desk: Pick<TestApp, 'app' | 'files'>, by: Caller) {
  const started = await by.post<{ key: string; uploadId: string }>('/api/uploads/s3/multipart', {
    filename: 'big.txt',
    type: 'text/plain',
    metadata: { size: content.txt.length },
  })
  const { key, uploadId } = started.body
  const signed = await by.get<{ url: string }>(
    `/api/uploads/s3/multipart/${uploadId}/1?key=${encodeURIComponent(key)}`,
  )
  const { headers } = await put(desk, signed.body.url, content.txt)
  return { id: uploadId, key, etag: String(headers.etag) }
}

/** Every file of the local store below the prefix of the installation, by its path; less what the store notes for itself. */
export async function storedFiles({ fileFolder }: Pick<TestApp, 'fileFolder'>): Promise<string[]> {
  const entries = await readdir(fileFolder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileFolder, join(entry.parentPath, entry.name)))
    .filter((path) => !/^(mark|used)\//.test(path))
}

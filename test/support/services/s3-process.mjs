// An S3 server as a process of its own: s3rver, and in front of it the three calls about parts that it lacks, and the refusal of small parts. It checks no signature of version 4.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from 's3rver'

const [directory, ownPort = '0'] = process.argv.slice(2)
const bucket = 'signalbox'
const folderOf = (uploadId) => join(directory, bucket, '._S3rver_uploads', uploadId)

const server = new S3rver({
  address: '127.0.0.1',
  port: Number(ownPort),
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
})

async function listParts(uploadId) {
  const names = await readdir(folderOf(uploadId)).catch(() => undefined)
  if (!names) return undefined
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  return Promise.all(
    numbers
      .toSorted((one, other) => one - other)
      .map(async (number) => {
        const { size } = await stat(join(folderOf(uploadId), String(number)))
        const md5 = await readFile(join(folderOf(uploadId), `${number}.md5`), 'utf8').catch(() => '')
        return { number, size, md5 }
      }),
  )
}

const partInXml = ({ number, size, md5 }) =>
  `<Part><PartNumber>${number}</PartNumber><Size>${size}</Size><ETag>"${md5}"</ETag></Part>`

const partMinBytes = 5 * 1024 * 1024

async function answerParts(context, next) {
  const { uploadId, uploads } = context.query
  if (context.method === 'GET' && uploads !== undefined) {
    const ids = await readdir(folderOf('')).catch(() => [])
    const listed = await Promise.all(
      ids.map(async (id) => {
        const key = await readFile(join(folderOf(id), 'key'), 'utf8')
        const { birthtime } = await stat(folderOf(id))
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`
      }),
    )
    context.type = 'application/xml'
    context.body = `<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`
    return
  }
  if (uploadId === undefined || !['GET', 'DELETE', 'POST'].includes(context.method)) {
    await next()
    return
  }
  const parts = await listParts(uploadId)
  const isSmall = parts?.slice(0, -1).some(({ size }) => size < partMinBytes)
  if (context.method === 'POST' && !isSmall) {
    await next()
    return
  }
  context.type = 'application/xml'
  if (!parts) {
    context.status = 404
    context.body =
      '<Error><Code>NoSuchUpload</Code><Message>The specified upload does not exist.</Message></Error>'
  } else if (context.method === 'POST') {
    context.status = 400
    context.body = '<Error><Code>EntityTooSmall</Code><Message>A part is too small.</Message></Error>'
  } else if (context.method === 'GET') {
    context.body = `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.map(partInXml).join('')}</ListPartsResult>`
  } else {
    await rm(folderOf(uploadId), { recursive: true })
    context.status = 204
  }
}

const { store } = server

/** The stream of s3rver has ended before its file is written: an answer given by then would come before the bytes can be read. */
async function untilWritten(path, { size }) {
  const written = async () => (await stat(path).catch(() => undefined))?.size ?? -1
  while ((await written()) < size) await wait(1)
}
const [putObject, putPart] = [store.putObject.bind(store), store.putPart.bind(store)]
store.putObject = async (object) => {
  const put = await putObject(object)
  await untilWritten(store.getResourcePath(object.bucket, object.key, 'object'), put)
  return put
}
store.putPart = async (ofBucket, uploadId, number, ...content) => {
  const put = await putPart(ofBucket, uploadId, number, ...content)
  await untilWritten(join(folderOf(uploadId), String(number)), put)
  return put
}

server.middleware.unshift(answerParts)
const { port } = await server.run()
process.stdout.write(`http://127.0.0.1:${port}\n`)
process.stdin.resume().on('end', () => process.exit(0))

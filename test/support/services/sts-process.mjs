// A security token service as a process of its own: it speaks the query protocol of STS, and tells at GET /asked what it was asked for.
import { createServer } from 'node:http'

const asked = []
/** A role of this name is refused; one of the other is met by a service that knows no such action. */
const [refusedRole, strangeRole] = ['refused', 'strange']

const fault = (code, message) =>
  `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`

const credentials = (seconds) =>
  `<Credentials><AccessKeyId>ASIALENT</AccessKeyId><SecretAccessKey>a lent secret</SecretAccessKey><SessionToken>a session token</SessionToken><Expiration>${new Date(Date.now() + seconds * 1000).toISOString()}</Expiration></Credentials>`

function answer(form, authorization) {
  const action = form.get('Action')
  const [, key, scope] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^,]+),/.exec(authorization ?? '') ?? []
  if (key !== 'S3RVER' || scope !== 'eu-central-1/sts/aws4_request')
    return [403, fault('InvalidClientTokenId', 'The security token included in the request is invalid.')]
  if (form.get('Version') !== '2011-06-15') return [400, fault('InvalidAction', 'Which version?')]
  if (form.get('RoleArn')?.endsWith(refusedRole))
    return [403, fault('AccessDenied', 'S3RVER is not authorized to perform: sts:AssumeRole')]
  if (form.get('RoleArn')?.endsWith(strangeRole)) return [404, '<html>What do you want of me?</html>']
  if (action !== 'AssumeRole' && action !== 'GetFederationToken')
    return [400, fault('InvalidAction', `Could not find operation ${action}`)]
  const seconds = Number(form.get('DurationSeconds'))
  if (!(seconds >= 900)) return [400, fault('ValidationError', 'DurationSeconds must be at least 900')]
  const result = `<${action}Result>${credentials(seconds)}</${action}Result>`
  return [
    200,
    `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${result}</${action}Response>`,
  ]
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify(asked))
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    asked.push(Object.fromEntries(form))
    const [status, body] = answer(form, request.headers.authorization)
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
process.stdin.resume().on('end', () => process.exit(0))

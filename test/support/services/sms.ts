import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SmsAccount } from '#platform/server/send/sms.ts'

interface SentText {
  from: string
  to: string
  body: string
}

/** A service that sends text messages, as Twilio's is called. */
export interface SmsProvider {
  account: SmsAccount
  /** The texts it has taken. */
  sent: SentText[]
  /** Answers to the next calls; then it takes everything again. `silent` never answers. */
  answers: (number | 'silent')[]
  /** The newest text to this number. */
  lastTo(number: string): string | undefined
  close(): Promise<void>
}

/** A real one at a free port of this machine, which takes only what is signed and addressed as it must be. */
export async function startSms(): Promise<SmsProvider> {
  const sent: SentText[] = []
  const answers: SmsProvider['answers'] = []
  const [accountSid, authToken, from] = ['AC0123', 'token of the account', '+4930123456']
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    void text(request).then((body) => {
      const told = answers.shift() ?? 201
      if (told === 'silent') return undefined
      const signature = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
      if (request.headers.authorization !== signature) return answer(401, { code: 20_003 })
      const isMessage =
        request.method === 'POST' &&
        request.url === `/2010-04-01/Accounts/${accountSid}/Messages.json` &&
        request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      if (!isMessage) return answer(404, { code: 20_404 })
      if (told !== 201) return answer(told, { code: 21_211, message: 'Something that nobody should read' })
      const fields = new URLSearchParams(body)
      const field = (name: string) => fields.get(name) ?? ''
      sent.push({ from: field('From'), to: field('To'), body: field('Body') })
      return answer(201, { sid: `SM${sent.length}` })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    account: { accountSid, authToken, from, apiUrl: `http://127.0.0.1:${port}` },
    sent,
    answers,
    lastTo: (number) => sent.findLast(({ to }) => to === number)?.body,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

let numbered = 0
/** A mobile number that nobody else has. */
export const aNumber = () => `+4915100${String(++numbered).padStart(6, '0')}`

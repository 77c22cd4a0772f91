import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WhatsAppAccount } from '#features/messaging/server/whatsapp.ts'

export interface WhatsAppProvider {
  account: WhatsAppAccount
  sent: { to: string; text: string; token: string | undefined }[]
  /** The status of the next answers; 200 once there is none left. */
  answers: number[]
  close(): Promise<void>
}

/** The provider's side of the API: it keeps what it is sent, and refuses when it is told to. */
export async function startWhatsApp(): Promise<WhatsAppProvider> {
  const sent: WhatsAppProvider['sent'] = []
  const answers: number[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const status = answers.shift() ?? 200
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; text: { body: string } }
      if (status === 200)
        sent.push({ to: body.to, text: body.text.body, token: request.headers.authorization })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    account: {
      verifyToken: 'verify-me',
      appSecret: 'app secret',
      accessToken: 'access token',
      phoneNumberId: '1000',
      apiUrl: `http://127.0.0.1:${port}/v1`,
    },
    sent,
    answers,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export interface Said {
  from: string
  /** Absent: a picture. */
  text?: string
  id?: string
  name?: string
  /** When it was sent. */
  at?: Date
  /** The number it was sent to. */
  to?: string
}

/** Makes the request that the provider posts for one message. */
export const notificationOf = ({
  from,
  text,
  id,
  name = 'Mia Stone',
  at,
  to = '1000',
}: Said & { id: string; at: Date }) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [
        {
          field: 'messages',
          value: {
            metadata: { display_phone_number: '4930123456', phone_number_id: to },
            contacts: [{ wa_id: from, profile: { name } }],
            messages: [
              {
                id,
                from,
                timestamp: String(Math.floor(at.getTime() / 1000)),
                ...(text === undefined
                  ? { type: 'image', image: {} }
                  : { type: 'text', text: { body: text } }),
              },
            ],
          },
        },
      ],
    },
  ],
})

/** The signature the provider sends with a notification. */
export const sign = (payload: string, secret = 'app secret') =>
  `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`

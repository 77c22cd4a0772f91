import { z } from 'zod'
import { ByIdOrNumber } from '#features/tickets/contract.ts'
import { api } from '#platform/contract/endpoint.ts'

/** Link to a messaging program with a message about the ticket, also as a QR code. */
const shared = {
  qrCodeDataUrl: z.string().startsWith('data:image/png;base64,'),
  message: z.string(),
}
const WhatsAppLink = z.object({ ...shared, whatsappUrl: z.string() })
const SmsLink = z.object({ ...shared, smsUrl: z.string() })

export const sharingApi = api({
  whatsapp: {
    method: 'GET',
    path: '/api/tickets/:id/whatsapp-url',
    summary: 'A link and a QR code that open WhatsApp with a message about the ticket, by its number or id',
    access: 'signed-in',
    params: ByIdOrNumber,
    reply: WhatsAppLink,
  },
  sms: {
    method: 'GET',
    path: '/api/tickets/:id/sms-url',
    summary: 'A link and a QR code that open a text message about the ticket, by its number or id',
    access: 'signed-in',
    params: ByIdOrNumber,
    reply: SmsLink,
  },
})

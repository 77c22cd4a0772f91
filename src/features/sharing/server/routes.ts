import { i18n } from '#platform/contract/i18n.ts'
import type { FastifyRequest } from 'fastify'
import { requireVisible } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { invalid } from '#platform/contract/errors.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { sharingApi } from '../contract.ts'
import { messageAbout, smsUrl, whatsappUrl } from './message.ts'

interface Settings {
  PUBLIC_URL?: string | undefined
  WHATSAPP_NUMBER?: string | undefined
  SMS_NUMBER?: string | undefined
}

/** As long as a name may be in the domain name system; with one much longer no picture could hold the link. */
const longestHost = 255

/** Where the asker has just found us, for when nobody has said where we are found. */
function addressIn({ protocol, host }: FastifyRequest): string {
  if (host.length > longestHost)
    throw invalid(i18n.t('Host'), i18n.t('Host must have at most {longestHost} characters', { longestHost }))
  return `${protocol}://${host}`
}

const codesKept = 500

/** Makes codes of links, and keeps the latest: one takes the thread of the server for some 20 ms. */
function createQrCodes(): (url: string) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  async function make(url: string): Promise<string> {
    const { toDataURL } = await import('qrcode')
    // At this level a smudge on the screen does no harm, and six pixels a square are enough to print it.
    return toDataURL(url, { errorCorrectionLevel: 'M', margin: 4, scale: 6 })
  }
  return (url) => {
    const known = made.get(url)
    if (known) return known
    const code = make(url)
    made.set(url, code)
    code.catch(() => made.delete(url))
    for (const oldest of made.keys()) {
      if (made.size <= codesKept) break
      made.delete(oldest)
    }
    return code
  }
}

interface Parts {
  db: Database
  settings: Settings
}

export function sharingRoutes({ route }: Door<Viewer>, { db, settings }: Parts): void {
  const { PUBLIC_URL, WHATSAPP_NUMBER, SMS_NUMBER } = settings
  const qrCodeOf = createQrCodes()

  async function messageTo(viewer: Viewer, id: string, request: FastifyRequest) {
    const ticket = await requireVisible(db, viewer, id)
    return messageAbout(ticket, PUBLIC_URL ?? addressIn(request))
  }

  route(sharingApi.whatsapp, async ({ viewer, params, request }) => {
    const message = await messageTo(viewer, params.id, request)
    const url = whatsappUrl(WHATSAPP_NUMBER, message)
    return { qrCodeDataUrl: await qrCodeOf(url), message, whatsappUrl: url }
  })
  route(sharingApi.sms, async ({ viewer, params, request }) => {
    const message = await messageTo(viewer, params.id, request)
    const url = smsUrl(SMS_NUMBER, message)
    return { qrCodeDataUrl: await qrCodeOf(url), message, smsUrl: url }
  })
}

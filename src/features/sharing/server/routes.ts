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

/** DNS limit; a much longer name would not fit into a code. */
const longestHost = 255

/** Falls back to the address of the request, when none is configured. */
function addressIn({ protocol, host }: FastifyRequest): string {
  if (host.length > longestHost)
    throw invalid(i18n.t('Host'), i18n.t('Host must have at most {longestHost} characters', { longestHost }))
  return `${protocol}://${host}`
}

const mostCodes = 500

type LimitDrawings = (personId: string) => Promise<void>

/** Caches the latest codes: each blocks the event loop for some 20 ms. */
function createQrCodes(limitDrawings: LimitDrawings) {
  const made = new Map<string, Promise<string>>()
  async function make(url: string): Promise<string> {
    const { toDataURL } = await import('qrcode')
    // Level M tolerates smudges; six pixels a square suffice for print.
    return toDataURL(url, { errorCorrectionLevel: 'M', margin: 4, scale: 6 })
  }
  function draw(url: string): Promise<string> {
    const code = make(url)
    made.set(url, code)
    code.catch(() => made.delete(url))
    for (const oldest of made.keys()) {
      if (made.size <= mostCodes) break
      made.delete(oldest)
    }
    return code
  }
  /** @throws {AppError} `too_many` */
  return async (personId: string, url: string): Promise<string> => {
    if (!made.has(url)) await limitDrawings(personId)
    return made.get(url) ?? draw(url)
  }
}

interface Parts {
  db: Database
  settings: Settings
  limitDrawings: LimitDrawings
}

export function sharingRoutes({ route }: Door<Viewer>, { db, settings, limitDrawings }: Parts): void {
  const { PUBLIC_URL, WHATSAPP_NUMBER, SMS_NUMBER } = settings
  const qrCodeOf = createQrCodes(limitDrawings)

  async function messageTo(viewer: Viewer, id: string, request: FastifyRequest) {
    const ticket = await requireVisible(db, viewer, id)
    return messageAbout(ticket, PUBLIC_URL ?? addressIn(request))
  }

  route(sharingApi.whatsapp, async ({ viewer, params, request }) => {
    const message = await messageTo(viewer, params.id, request)
    const url = whatsappUrl(WHATSAPP_NUMBER, message)
    return { qrCodeDataUrl: await qrCodeOf(viewer.id, url), message, whatsappUrl: url }
  })
  route(sharingApi.sms, async ({ viewer, params, request }) => {
    const message = await messageTo(viewer, params.id, request)
    const url = smsUrl(SMS_NUMBER, message)
    return { qrCodeDataUrl: await qrCodeOf(viewer.id, url), message, smsUrl: url }
  })
}

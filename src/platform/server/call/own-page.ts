import type { FastifyRequest } from 'fastify'
import { forbidden } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

/** Protects a GET that changes something from foreign links, which send the cookie. No current browser lacks Sec-Fetch-Site. */
export function requireOwnPage({ headers: { 'sec-fetch-site': site } }: FastifyRequest): void {
  if (site !== undefined && site !== 'same-origin')
    throw forbidden(i18n.t('This call is for pages of this site and for programs, not for links.'))
}

import type { FastifyRequest } from 'fastify'
import { forbidden } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

/**
 * Keeps a GET that changes something from links in mails and on other sites: browsers send the cookie with those. What sends no
 * Sec-Fetch-Site is no browser of today.
 */
export function requireOwnPage({ headers: { 'sec-fetch-site': site } }: FastifyRequest): void {
  if (site !== undefined && site !== 'same-origin')
    throw forbidden(i18n.t('This call is for pages of this site and for programs, not for links.'))
}

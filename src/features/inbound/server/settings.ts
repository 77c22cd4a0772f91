import { eq, inArray } from 'drizzle-orm'
import { findClient, listClientsOf } from '#features/clients/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { conflictIn, invalid, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import { isFreeMail } from '#platform/server/send/free-mail.ts'
import type { Work } from '#platform/server/work.ts'
import { mailClients } from '#tables/mail-clients.ts'
import { clientDomains } from '#tables/client-domains.ts'
import { inboundRules } from '#tables/inbound-rules.ts'
import { inboundSettings } from '#tables/inbound-settings.ts'
import type {
  ClientDomains,
  InboundSettingsChange,
  MailClient,
  MailClientChoice,
} from '../settings/contract.ts'
import { domainsChanged, inboundSettingsChanged, mailClientChosen, senderRuleRemoved } from './events.ts'
import { findInboundSettings, findMailClient, findProductName, listDomains } from './queries.ts'

const domainPattern =
  /^(?=.{3,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/** @returns the ASCII form @throws {AppError} `invalid` */
function requireDomain(written: string): string {
  const domain = URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : written
  if (!domainPattern.test(domain))
    throw invalid('domains', i18n.t('{written} is not a domain such as example.com', { written }))
  if (isFreeMail(domain))
    throw invalid(
      'domains',
      i18n.t('{domain} has mailboxes for everybody, so no client can claim it', { domain }),
    )
  return domain
}

/**
 * Sets the domains of a client.
 * @throws {AppError} `not_found`; `invalid` for no domain, and for one of free mailboxes; `conflict` for another client's
 */
export async function setDomains(
  unit: Work,
  viewer: Viewer,
  clientId: string,
  input: ClientDomains,
): Promise<ClientDomains> {
  await lockName(unit, 'client domains')
  if (!(await findClient(unit.tx, clientId))) throw notFound()
  const wanted = [...new Set(input.domains.map(requireDomain))]
  const { domains: before } = await listDomains(unit.tx, clientId)
  const addedDomains = wanted.filter((domain) => !before.includes(domain))
  const removedDomains = before.filter((domain) => !wanted.includes(domain))
  if (addedDomains.length + removedDomains.length === 0) return { domains: before }
  if (addedDomains.length > 0) {
    const [taken] = await unit.tx
      .select({ domain: clientDomains.domain })
      .from(clientDomains)
      .where(inArray(clientDomains.domain, addedDomains))
    if (taken)
      throw conflictIn('domains', i18n.t('{domain} is a domain of another client', { domain: taken.domain }))
    await unit.tx
      .insert(clientDomains)
      .values(addedDomains.map((domain) => ({ domain, clientId, createdAt: unit.now })))
  }
  if (removedDomains.length > 0)
    await unit.tx.delete(clientDomains).where(inArray(clientDomains.domain, removedDomains))
  unit.announce(
    domainsChanged({ actorId: viewer.id, subjectId: clientId, data: { addedDomains, removedDomains } }),
  )
  return listDomains(unit.tx, clientId)
}

/** @throws {AppError} `invalid` for an unknown product */
export async function changeInboundSettings(
  unit: Work,
  viewer: Viewer,
  { formSenders, authenticationServer, products }: InboundSettingsChange,
): Promise<InboundSettingsChange> {
  await lockName(unit, 'inbound settings')
  for (const { productId } of products)
    if ((await findProductName(unit.tx, productId)) === undefined)
      throw invalid('products', i18n.t('There is no such product'))
  const row = {
    formSenders: [...new Set(formSenders)],
    authenticationServer: authenticationServer || null,
    products: Object.fromEntries(products.map(({ address, productId }) => [address, productId])),
    changedBy: viewer.id,
    updatedAt: unit.now,
  }
  await unit.tx
    .insert(inboundSettings)
    .values(row)
    .onConflictDoUpdate({ target: inboundSettings.id, set: row })
  unit.announce(inboundSettingsChanged({ actorId: viewer.id }))
  return findInboundSettings(unit.tx)
}

/** @throws {AppError} `not_found` */
export async function removeRule(unit: Work, viewer: Viewer, id: string): Promise<void> {
  const removed = await unit.tx
    .delete(inboundRules)
    .where(eq(inboundRules.id, id))
    .returning({ id: inboundRules.id })
  if (removed.length === 0) throw notFound()
  unit.announce(senderRuleRemoved({ actorId: viewer.id }))
}

/** @throws {AppError} `invalid` for a client that the viewer does not belong to */
export async function setMailClient(
  unit: Work,
  viewer: Viewer,
  { clientId }: MailClientChoice,
): Promise<MailClient> {
  const own = isClient(viewer) ? await listClientsOf(unit.tx, viewer.id) : []
  if (clientId === null) await unit.tx.delete(mailClients).where(eq(mailClients.userId, viewer.id))
  else {
    if (!own.some(({ id }) => id === clientId)) throw invalid('clientId', i18n.t('There is no such client'))
    const set = { clientId, updatedAt: unit.now }
    await unit.tx
      .insert(mailClients)
      .values({ userId: viewer.id, ...set })
      .onConflictDoUpdate({ target: mailClients.userId, set })
  }
  unit.announce(mailClientChosen({ actorId: viewer.id, subjectId: viewer.id, data: { clientId } }))
  return findMailClient(unit.tx, viewer)
}

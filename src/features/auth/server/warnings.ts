import { i18n } from '#platform/contract/i18n.ts'
interface Standing {
  /** People who register get the role they ask for. */
  isOpen: boolean
  /** Sign that other machines reach the server, while REGISTRATION is not set; null: none. */
  exposedBy: string | null
  /** Address of a proxy that is not trusted. */
  untrustedProxy: string | undefined
}

/** @param address of the peer that sent `X-Forwarded-For` */
export const untrustedProxyWords = (address: string) =>
  i18n.t(
    'Requests with X-Forwarded-For come from {address}, which is not in TRUST_PROXY. If this is your proxy, add it: until then, limits treat everyone behind it as one visitor.',
    { address },
  )

/** Lists faults in the set-up of this installation, each as a sentence or two. */
export function warningsFor({ isOpen, exposedBy, untrustedProxy }: Standing): string[] {
  const warnings = []
  if (isOpen) warnings.push(i18n.t('Anyone who can reach this server can register with any role.'))
  if (exposedBy !== null)
    warnings.push(
      i18n.t(
        'This server was reached from another machine, as {exposedBy} showed. Staff roles now require approval. Set REGISTRATION and PUBLIC_URL.',
        { exposedBy },
      ),
    )
  if (untrustedProxy !== undefined) warnings.push(untrustedProxyWords(untrustedProxy))
  return warnings
}

interface Standing {
  /** People who register get the role they ask for. */
  isOpen: boolean
  /** The sign that the server is reached from other machines, while REGISTRATION is not set; null: none. */
  exposedBy: string | null
  /** The address of a proxy that is not trusted. */
  untrustedProxy: string | undefined
}

/** @param address of the peer that sent `X-Forwarded-For` */
export const untrustedProxyWords = (address: string) =>
  `Requests with X-Forwarded-For come from ${address}, which is not in TRUST_PROXY. If this is your proxy, add it: until then, limits treat everyone behind it as one visitor.`

/** Faults in the set-up of this installation that super users should mend, each as a sentence or two. */
export function warningsFor({ isOpen, exposedBy, untrustedProxy }: Standing): string[] {
  const warnings = []
  if (isOpen)
    warnings.push(
      'Anyone who can reach this server can register with any role. To require approval, start Signalbox with REGISTRATION=approval.',
    )
  if (exposedBy !== null)
    warnings.push(
      `This server was reached from another machine, as ${exposedBy} showed. Staff roles now require approval. Set REGISTRATION and PUBLIC_URL.`,
    )
  if (untrustedProxy !== undefined) warnings.push(untrustedProxyWords(untrustedProxy))
  return warnings
}

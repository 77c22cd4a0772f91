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
  `Requests come with X-Forwarded-For from ${address}, which TRUST_PROXY does not name. If that is your proxy, name it there: until then limits take everybody behind it for one visitor.`

/** Faults in the set-up of this installation that super users should mend, each as a sentence or two. */
export function warningsFor({ isOpen, exposedBy, untrustedProxy }: Standing): string[] {
  const warnings = []
  if (isOpen)
    warnings.push(
      'Registration is open: anyone who reaches this server can take any role. Set REGISTRATION=approval.',
    )
  if (exposedBy !== null)
    warnings.push(
      `This server was reached from another machine, as ${exposedBy} showed. Staff roles wait for approval now. Set REGISTRATION and PUBLIC_URL.`,
    )
  if (untrustedProxy !== undefined) warnings.push(untrustedProxyWords(untrustedProxy))
  return warnings
}

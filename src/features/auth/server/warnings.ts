interface Standing {
  /** Whoever registers gets the role they ask for. */
  isOpen: boolean
  /** What showed that the server is reached from other machines, while no mode of registration is set; null: nothing. */
  exposedBy: string | null
  /** The address of somebody who passes on requests of others and is not trusted to. */
  untrustedProxy: string | undefined
}

/** @param address of the peer that sent `X-Forwarded-For` */
export const untrustedProxyWords = (address: string) =>
  `Requests come with X-Forwarded-For from ${address}, which TRUST_PROXY does not name. If that is your proxy, name it there: until then limits take everybody behind it for one visitor.`

/** What super users should put right in how this installation is set up, each as a sentence or two. */
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

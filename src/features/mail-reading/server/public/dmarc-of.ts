/** Parts of a header between semicolons, without quoted texts and comments, whose words may be the sender's. */
function resultsIn(header: string): string[] {
  let bare = header.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  for (let before = ''; before !== bare;) {
    before = bare
    bare = bare.replaceAll(/\([^()]*\)/g, ' ')
  }
  return bare.split(';').map((part) => part.trim().toLowerCase())
}

/**
 * Reads how DMARC ended by the header of the configured relay (RFC 8601). A failure counts in its topmost header;
 * a success only where no other header stands above, and only for this domain.
 * @param domain of the address that counts as the author's
 */
export function dmarcOf(
  headers: ReadonlyMap<string, readonly string[]>,
  authenticationServer: string | null,
  domain: string,
): 'pass' | 'fail' | null {
  if (authenticationServer === null) return null
  const all = (headers.get('authentication-results') ?? []).map(resultsIn)
  const place = all.findIndex(([server = '']) => server.split(/\s/)[0] === authenticationServer.toLowerCase())
  const results = all[place]?.filter((part) => /^dmarc\s*=/.test(part)) ?? []
  if (results.some((result) => /^dmarc\s*=\s*fail\b/.test(result))) return 'fail'
  const isPass = (result: string) =>
    /^dmarc\s*=\s*pass\b/.test(result) && /\sheader\.from\s*=\s*(\S+)/.exec(result)?.[1] === domain
  return place === 0 && results.length === 1 && results.every(isPass) ? 'pass' : null
}

/**
 * Finds the destination after signing in, from the query of the landing page.
 * @returns a path of this application with its query; `/` for anything that could lead elsewhere
 */
export function targetOf(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!/^\/(?![/\\])/.test(next) || !URL.canParse(next, origin)) return '/'
  const target = new URL(next, origin)
  return target.origin === origin ? target.pathname + target.search : '/'
}

/** @returns the path after signing in, from the landing page's query; `/` for anything that could lead elsewhere */
export function targetOf(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!/^\/(?![/\\])/.test(next) || !URL.canParse(next, origin)) return '/'
  const target = new URL(next, origin)
  return target.origin === origin ? target.pathname + target.search : '/'
}

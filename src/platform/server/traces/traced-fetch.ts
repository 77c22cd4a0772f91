import { findSpanRecorder, inSpan } from './spans.ts'

/** Traces `fetch` by its host only: paths name accounts. @throws what `fetch` throws */
export function tracedFetch(url: string, init: RequestInit & { method: string }): Promise<Response> {
  if (!findSpanRecorder()) return fetch(url, init)
  const { hostname, port, protocol } = new URL(url)
  const attributes = {
    'http.request.method': init.method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  return inSpan({ name: init.method, kind: 'client', attributes }, async (span) => {
    const answer = await fetch(url, init)
    span?.add({ 'http.response.status_code': answer.status })
    if (!answer.ok) span?.fail(String(answer.status))
    return answer
  })
}

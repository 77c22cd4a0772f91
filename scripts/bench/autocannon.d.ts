/** The part of autocannon that the benchmarks use; it brings no types. */
declare module 'autocannon' {
  export interface Request {
    method: string
    path: string
    headers: Record<string, string>
    body?: string
  }
  interface Options {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    requests: { setupRequest(request: Request): Request }[]
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p97_5: number }
    errors: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}

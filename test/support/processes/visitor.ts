import { ServerProcess } from './process.ts'

const admin = { email: 'root@example.com', password: 'very secret' }

/** Somebody who is signed in, as super user, to a server that runs as a process of its own. */
export interface Visitor {
  server: ServerProcess
  send(method: string, to: string, body?: unknown): Promise<Response>
}

/** Starts a server and signs in to it. */
export async function visit(env: Record<string, string>): Promise<Visitor> {
  const server = new ServerProcess({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...env })
  const url = await server.url()
  let cookie = ''
  const send: Visitor['send'] = (method, to, body) =>
    fetch(`${url}${to}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
  const signedIn = await send('POST', '/api/auth/login', admin)
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { server, send }
}

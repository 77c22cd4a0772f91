import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from '#features/auth/server/session-cookie.ts'
import { notFound } from '#platform/contract/errors.ts'
import { sendError } from '#platform/server/errors.ts'
import { preloadOf } from './preload.ts'

/** Forbids inline scripts, foreign hosts and strings as HTML. The nonce is for the scroll lock of dialogs, a style element. */
const pagePolicy = (nonce: string, fileOrigin = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Browsers upload directly to a separate file store.
    `connect-src 'self' ${fileOrigin}`.trim(),
    "manifest-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const noncePlaceholder = '__CSP_NONCE__'
const endOfHead = '</head>'
const aYearMs = 365 * 24 * 60 * 60 * 1000

const wantsPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|ws|assets)(\/|\?|$)/.test(url)

interface Parts {
  root: string
  fileOrigin?: string | undefined
  session: Pick<SessionCookie, 'read'>
}

/** Serves the built browser application: its files, and its one page for every other path outside the API. */
export async function webPages(app: FastifyInstance, { root, fileOrigin, session }: Parts): Promise<void> {
  const page = fs.readFileSync(path.join(root, 'index.html'), 'utf8')
  const preload = preloadOf(root)

  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // The file lacks its nonce, so never serve it as it is.
    globIgnore: ['index.html*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      void reply.header(
        'cache-control',
        isHashed ? `public, max-age=${aYearMs / 1000}, immutable` : 'no-cache',
      )
    },
  })

  function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const nonce = randomBytes(16).toString('base64')
    // Preload for any cookie, checked or not: nearly all holders are signed in.
    const named = session.read(request) === undefined ? '' : preload
    return reply
      .status(200)
      .header('content-security-policy', pagePolicy(nonce, fileOrigin))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce).replace(endOfHead, named + endOfHead))
  }

  app.get('/', sendPage)
  app.get('/index.html', (_request, reply) => reply.redirect('/'))
  const refuse = (request: FastifyRequest, reply: FastifyReply) => sendError(notFound(), request, reply)
  // A route, since answers of the not-found handler are not compressed.
  app.get('/*', (request, reply) => (wantsPage(request) ? sendPage(request, reply) : refuse(request, reply)))
  app.setNotFoundHandler(refuse)
}

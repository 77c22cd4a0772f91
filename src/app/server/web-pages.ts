import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#platform/contract/errors.ts'
import { sendError } from '#platform/server/errors.ts'

/** No inline script, no foreign host, no string into HTML. The nonce is for the scroll lock of dialogs, which is a style element. */
const pagePolicy = (nonce: string, fileOrigin = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Where files lie somewhere else, browsers send them there.
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
const aYearMs = 365 * 24 * 60 * 60 * 1000

const wantsPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|ws|assets)(\/|\?|$)/.test(url)

/** Serves the built browser application: its files, and its one page for every other path that is not of the API. */
export async function webPages(app: FastifyInstance, root: string, fileOrigin?: string): Promise<void> {
  const page = fs.readFileSync(path.join(root, 'index.html'), 'utf8')

  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // The page is never served as it lies there: it lacks its nonce.
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

  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .status(200)
      .header('content-security-policy', pagePolicy(nonce, fileOrigin))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }

  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/index.html', (_request, reply) => reply.redirect('/'))
  const refuse = (request: FastifyRequest, reply: FastifyReply) => sendError(notFound(), request, reply)
  // A route, since what is answered where there is none is not compressed.
  app.get('/*', (request, reply) => (wantsPage(request) ? sendPage(reply) : refuse(request, reply)))
  app.setNotFoundHandler(refuse)
}

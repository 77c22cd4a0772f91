import { i18n } from '#platform/contract/i18n.ts'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findUser } from '#features/users/server/queries.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { DoWork } from '#platform/server/work.ts'
import { notificationWords } from '../contract.ts'
import { changeOwnPreference } from './service.ts'
import { unsubscribePath, type Unsubscriber } from './unsubscribe.ts'

interface Parts {
  db: Database
  work: DoWork
  unsubscriber: Unsubscriber
  productName: string
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#fafafb, #0e0f12); color: light-dark(#17191e, #ecedf0) }
  main { box-sizing: border-box; width: min(26rem, 100% - 2rem); padding: 2rem; border: 1px solid light-dark(#e3e4e8, #2a2d34); border-radius: 10px; background: light-dark(#fff, #15171b) }
  h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3 }
  p { margin: 0 0 1.25rem; color: light-dark(#555a66, #a9aeb9) }
  button { width: 100%; padding: .6rem 1rem; border: 0; border-radius: 6px; background: light-dark(#4b55c4, #5a64d0); color: #fff; font: inherit; font-weight: 500; cursor: pointer }
  button:hover { background: light-dark(#3f48ae, #626cd8) }
  :is(a, button):focus-visible { outline: 2px solid light-dark(#4b55c4, #8c95f2); outline-offset: 2px }
  a { color: light-dark(#4b55c4, #9aa3f5) }
`

interface Page {
  title: string
  hint: string
  action?: string
}

/** Independent of the application, as readers of mails may be unable to sign in. */
function send(reply: FastifyReply, status: number, productName: string, { title, hint, action }: Page) {
  const nonce = randomBytes(16).toString('base64')
  const next = action
    ? `<form method="post"><button type="submit">${action}</button></form>`
    : `<a href="/">${i18n.t('Open {productName}', { productName })}</a>`
  return reply
    .status(status)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="${i18n.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${productName}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body><main><h1>${title}</h1><p>${hint}</p>${next}</main></body>
</html>
`,
    )
}

const namesOf = ({ notificationTypes }: NonNullable<ReturnType<Unsubscriber['read']>>): string =>
  new Intl.ListFormat(i18n.locale).format(notificationTypes.map((type) => notificationWords[type]))

const notOurs = (): Page => ({
  title: i18n.t('This link is not valid'),
  hint: i18n.t('It may have been cut off by your email program. You can choose your emails in your profile.'),
})

/** GET changes nothing, as mail programs follow links to check them; the button and one-click POSTs do. */
export async function unsubscribePage(
  app: FastifyInstance,
  { db, work, unsubscriber, productName }: Parts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The query holds all arguments; the body only marks a one-click request.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))

    scope.get<{ Querystring: Record<string, unknown> }>(unsubscribePath, ({ query }, reply) => {
      const of = unsubscriber.read(query)
      if (!of) return send(reply, 404, productName, notOurs())
      const name = namesOf(of)
      return send(reply, 200, productName, {
        title: i18n.t('Stop {name} emails?', { name }),
        hint: i18n.t('You will no longer get {name} emails. Your other emails stay as they are.', { name }),
        action: i18n.t('Stop these emails'),
      })
    })

    scope.post<{ Querystring: Record<string, unknown> }>(unsubscribePath, async ({ query }, reply) => {
      const of = unsubscriber.read(query)
      if (!of || !(await findUser(db, of.userId))) return send(reply, 404, productName, notOurs())
      const { userId, notificationTypes } = of
      await work(async (unit) => {
        for (const notificationType of notificationTypes)
          await changeOwnPreference(unit, null, { userId, notificationType }, { isEnabled: false })
      })
      const name = namesOf(of)
      return send(reply, 200, productName, {
        title: i18n.t('{name} emails are off', { name }),
        hint: i18n.t('You can turn them on again in your profile.'),
      })
    })
  })
}

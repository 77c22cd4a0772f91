import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authApi } from '#features/auth/contract.ts'
import { chatApi } from '#features/chat/contract.ts'
import { settingsApi } from '#features/settings/contract.ts'
import { commentApi } from '#features/tickets/comments/contract.ts'
import { asText, questionOf, readListState } from '#features/tickets/list/address/contract.ts'
import { ticketListApi } from '#features/tickets/list/contract.ts'
import { CurrentUser } from '#features/users/contract.ts'
import { isClient, isStaff } from '#features/users/policy.ts'
import { viewApi } from '#features/views/contract.ts'
import { addressOf } from '#platform/contract/address.ts'
import type { FirstAnswers } from '#platform/contract/first-answers.ts'

/** The page waits no longer: what is missing it calls for. */
const patienceMs = 3000

/** What tells who asks, and from where; the rest of a request is about the page alone. */
const passedOn = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const

/** The list that the screen at this address begins with; undefined where it begins with something else. */
function listAt(url: string, user: CurrentUser): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://page')
  const { view, ...params } = Object.fromEntries(searchParams)
  const isOfAll = pathname === '/tickets' && view !== 'board' && isStaff(user)
  if (!isOfAll && pathname !== '/' && pathname !== '/my-tickets') return undefined
  const { filter, ...state } = readListState(params)
  const within = isOfAll || isClient(user) ? {} : { assignedToId: user.id }
  const question = questionOf({ ...state, filter: { ...filter, ...within } })
  return addressOf(ticketListApi.list.path, {}, asText(question))
}

/** What every screen of this person begins with. */
const alwaysAsked = (user: CurrentUser) => [
  chatApi.unread.path,
  ...(isStaff(user) ? [settingsApi.get.path, viewApi.list.path, viewApi.counts.path] : []),
]

const Listed = z.object({ tickets: z.array(z.object({ id: z.string() })) })

const unreadOf = ({ tickets }: z.infer<typeof Listed>) =>
  addressOf(commentApi.unread.path, {}, { ids: tickets.map(({ id }) => id).sort() })

/**
 * Makes the finder of what a page brings along. Each call goes through the door as any other, so that nobody is told more than by calling;
 * one that is refused is left for the page to make.
 */
export function createFirstAnswers(app: FastifyInstance) {
  /** Asks for all of it. @param reply its session goes on */
  async function ask(request: FastifyRequest, reply: FastifyReply): Promise<FirstAnswers | undefined> {
    const headers = Object.fromEntries(
      passedOn.flatMap((name) =>
        request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
      ),
    )
    const remoteAddress = request.raw.socket.remoteAddress ?? ''
    const answers: Record<string, unknown> = {}
    async function call(url: string) {
      const answer = await app.inject({ url, headers, remoteAddress })
      if (answer.statusCode === 200) answers[url] = answer.json()
      return answer
    }

    // First, for what is read after its position is made up for by the live updates from there.
    const me = await call(authApi.currentUser.path)
    if (me.statusCode === 401) return { logPosition: 0, answers: { [authApi.currentUser.path]: null } }
    const user = CurrentUser.safeParse(answers[authApi.currentUser.path]).data
    if (!user) return undefined
    const renewed = me.headers['set-cookie']
    if (renewed !== undefined) void reply.header('set-cookie', renewed)
    const list = listAt(request.url, user)
    async function callForList() {
      if (list === undefined) return
      await call(list)
      const page = Listed.safeParse(answers[list]).data
      if (page && page.tickets.length > 0) await call(unreadOf(page))
    }
    await Promise.all([callForList(), ...alwaysAsked(user).map(call)])
    return { logPosition: Number(me.headers['log-position']), answers }
  }

  /** @returns undefined where nothing can be said in time */
  return async function findFirstAnswers(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FirstAnswers | undefined> {
    if (request.headers.cookie === undefined) return undefined
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), patienceMs)
    const asked = ask(request, reply).catch((error: unknown) => {
      request.log.error({ err: error }, 'first answers failed')
      return undefined
    })
    const found = await Promise.race([asked, late.promise])
    clearTimeout(timer)
    return found
  }
}

import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/server/features.ts'
import { commentApi } from '#features/tickets/comments/contract.ts'
import { ticketApi } from '#features/tickets/contract.ts'
import { ticketListApi } from '#features/tickets/list/contract.ts'
import { createWriter } from '#platform/server/call/reply-writer.ts'

interface Described {
  type?: string | string[]
  anyOf?: Described[]
  oneOf?: Described[]
  properties?: Record<string, Described>
  required?: string[]
  additionalProperties?: boolean | Described
  propertyNames?: Described
  items?: Described
  prefixItems?: Described[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
}

const texts: Record<string, string> = {
  uuid: '0198d1c4-7d5c-7000-8000-000000000001',
  'date-time': '2026-11-24T22:00:00.120Z',
  date: '2026-11-24',
  email: 'ada@example.com',
  uri: 'https://example.com/',
}

/** @param isFull false: what may be missing is missing, and what may be null is null */
function valueOf(described: Described, isFull: boolean): unknown {
  const { type, anyOf, oneOf, properties = {}, required = [], additionalProperties, items } = described
  if ('const' in described) return described.const
  if (described.enum) return described.enum[0]
  const choices =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...described, type: one })) : undefined)
  if (choices) {
    const some = isFull ? choices[0] : choices.at(-1)
    return some && valueOf(some, isFull)
  }
  switch (type) {
    case 'object': {
      const known = Object.entries(properties).filter(([key]) => isFull || required.includes(key))
      const keys = (described.propertyNames?.enum ?? ['a key']) as string[]
      const others =
        typeof additionalProperties === 'object' &&
        Object.fromEntries(keys.map((key) => [key, valueOf(additionalProperties, isFull)]))
      const named = Object.fromEntries(known.map(([key, value]) => [key, valueOf(value, isFull)]))
      return { ...named, ...others, ...(additionalProperties === false && { secret: 'not for you' }) }
    }
    case 'array':
      return (described.prefixItems ?? (items ? [items, items] : [])).map((one) => valueOf(one, isFull))
    case 'string':
      return texts[described.format ?? ''] ?? 'with "quotes", \\ and \u2028 \ud83d\ude00'
    case 'number':
    case 'integer':
      return 7
    case 'boolean':
      return true
    default:
      return null
  }
}

const replies = endpoints
  .map(({ method, path, reply }) => ({ name: `${method} ${path}`, reply }))
  .filter(({ reply }) => !(reply instanceof z.ZodFile || reply instanceof z.ZodNever))

const withoutSecrets = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key === 'secret' ? undefined : value,
  ) as unknown

test.each(replies)(
  'what the contract of $name names is in its reply, and nothing else',
  async ({ reply }) => {
    const described = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Described
    const write = await createWriter(reply)
    for (const isFull of [true, false]) {
      const answer = valueOf(described, isFull)
      expect(JSON.parse(write(answer))).toEqual(withoutSecrets(answer))
    }
  },
)

test('the daily replies are written without being read by their contracts', async () => {
  for (const { reply } of [ticketListApi.list, ticketApi.detail, ticketApi.change, commentApi.add]) {
    const described = z.toJSONSchema(reply, { io: 'output' }) as Described
    // Such an id may come from a database that others have filled: the contract refuses it.
    const answer = JSON.stringify(valueOf(described, true)).replaceAll('0198d1c4-7d5c-7', '0198d1c4-7d5c-0')
    expect(reply.safeParse(JSON.parse(answer)).success).toBe(false)
    const write = await createWriter(reply)
    expect(write(JSON.parse(answer))).toContain('0198d1c4-7d5c-0')
  }
})

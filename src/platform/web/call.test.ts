import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call, CallError } from './call.ts'

const endpoint = {
  method: 'GET',
  path: '/api/things/:id',
  summary: 'A thing',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  reply: z.object({}),
} as const

afterEach(() => vi.unstubAllGlobals())

const answered = async (response: () => Promise<Response>) => {
  vi.stubGlobal('fetch', response)
  return call(endpoint, { params: { id: '1' } }).catch((error: unknown) => error as CallError)
}

test.each([
  ['{"message":"Not found"}', 404, 'Not Found', '404: {"message":"Not found"}'],
  ['', 502, 'Bad Gateway', '502: Bad Gateway'],
  ['plain', 500, '', '500: plain'],
])(
  'an answer %j that is not OK becomes an error with status and text',
  async (body, status, statusText, text) => {
    const error = await answered(async () => new Response(body, { status, statusText }))
    expect(error).toBeInstanceOf(CallError)
    expect((error as CallError).message).toBe(text)
  },
)

test('a missing answer becomes an error, too', async () => {
  const error = await answered(() => Promise.reject(new TypeError('fetch failed')))
  expect((error as CallError).message).toBe('0: No connection')
})

import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'

/** Number of tickets loaded: enough for every screen to have something, and for a few seconds of work. */
export const demoTickets = 60

const administrators = ['super_user'] as const

export const DemoState = z.object({
  /** `loading` and `removing` also after a server that died over it: both can be taken up again. */
  state: z.enum(['none', 'loading', 'loaded', 'removing']),
  /** Whether a server is loading or removing at this moment, as far as is known. */
  isMoving: z.boolean(),
  /** Nothing is loaded, and the desk has no tickets or clients of its own. */
  canLoad: z.boolean(),
  /** Demo tickets that are there, of `total`. */
  tickets: z.number().int(),
  total: z.number().int(),
  /** Additions of people to demo data, which go when it is removed. */
  added: z.object({
    /** Tickets of demo clients, or submitted for demo people. */
    tickets: z.number().int(),
    /** In demo tickets. */
    comments: z.number().int(),
    messages: z.number().int(),
    files: z.number().int(),
  }),
})
export type DemoState = z.infer<typeof DemoState>

export const demoApi = api({
  state: {
    method: 'GET',
    path: '/api/demo',
    summary: 'Whether demo data can be loaded or is there, and what people have added to it',
    access: administrators,
    reply: DemoState,
  },
  load: {
    method: 'POST',
    path: '/api/demo',
    summary: 'Load demo data into an empty desk, or go on where loading was broken off',
    access: administrators,
    reply: DemoState,
  },
  remove: {
    method: 'DELETE',
    path: '/api/demo',
    summary: 'Remove demo data and all that people have added to it',
    access: administrators,
    reply: DemoState,
  },
})

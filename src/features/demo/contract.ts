import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'

/** Tickets to load: enough for every screen, within a few seconds. */
export const demoTickets = 60

const administrators = ['super_user'] as const

export const DemoState = z.object({
  /** `loading` and `removing` remain after a crash: both can be resumed. */
  state: z.enum(['none', 'loading', 'loaded', 'removing']),
  /** A server is probably loading or removing at this moment. */
  isMoving: z.boolean(),
  canLoad: z.boolean(),
  /** Loaded demo tickets, of `total`. */
  tickets: z.number().int(),
  total: z.number().int(),
  added: z.object({
    /** Tickets of demo clients, or submitted for demo people. */
    tickets: z.number().int(),
    /** Comments in demo tickets. */
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

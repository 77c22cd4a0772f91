import { ChatEvent } from '../contract.ts'

export interface ChatConnection {
  /** The server has answered `authenticated` and the socket is open. */
  isLive: boolean
  /** Subscribes to a ticket, again after each interruption, until the returned function is called. */
  follow(ticketId: string): () => void
  /** @returns whether it could be sent */
  send(message: object): boolean
  /** Calls back with each message of the server, until the returned function is called. */
  listen(hear: (message: { type: string }) => void): () => void
}

export function chatEventOf(heard: { type: string }, ticketId: string): ChatEvent | undefined {
  const { data } = ChatEvent.safeParse(heard)
  return data?.ticketId === ticketId ? data : undefined
}

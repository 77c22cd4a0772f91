import type { LiveMessage } from '#platform/server/log/live-rule.ts'
import { Sender } from 'ws'

declare module 'ws' {
  /** Its types leave it out. */
  export const Sender: {
    /** @returns the frame in pieces: its head, and the data */
    frame(
      data: Buffer,
      options: { fin: boolean; opcode: number; mask: boolean; readOnly: boolean; rsv1: boolean },
    ): Buffer[]
  }
}

/** One whole text, not masked and not compressed, which is all that this server sends (RFC 6455, 5.2). */
const wholeText = { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false }

const encoded = new WeakMap<LiveMessage, Buffer>()

/** The frame that goes over the wire, made once for all sockets that are told the same message. */
export function encode(message: LiveMessage): Buffer {
  const known = encoded.get(message)
  if (known) return known
  const frame = Buffer.concat(Sender.frame(Buffer.from(JSON.stringify(message)), wholeText))
  encoded.set(message, frame)
  return frame
}

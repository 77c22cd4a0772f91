import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { createWriter, type Writer } from '#platform/server/call/reply-writer.ts'

/** The writer of the server, held to the contract: what it writes is what the contract reads in the answer, but for the order of keys. */
export async function createCheckedWriter(reply: z.ZodType): Promise<Writer> {
  const write = await createWriter(reply)
  return (answer) => {
    const text = write(answer)
    const read = JSON.stringify(reply.parse(answer))
    if (!isDeepStrictEqual(JSON.parse(text), JSON.parse(read)))
      throw new Error(`a reply is written as ${text}, and its contract reads ${read}`)
    return text
  }
}

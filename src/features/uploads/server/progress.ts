import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Id } from '#platform/contract/fields.ts'
import type { Bus } from '#platform/server/bus.ts'
import { WorkMessage } from '../contract.ts'

/** Slow enough to read, fast enough to show activity. */
const publishEveryMs = 500
const idBytes = 16

/** Messages between nodes: the follower may be connected to another one. */
const Said = z.object({ type: z.literal('upload:work'), uploadId: Id, message: WorkMessage })

export function createProgress(bus: Bus, secret: string) {
  const key = createHmac('sha256', secret).update('upload progress').digest()
  const signatureOf = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, idBytes)
  const followers = new Map<string, Set<(message: WorkMessage) => void>>()

  bus.onMessage((said) => {
    const { data } = Said.safeParse(said)
    if (data) followers.get(data.uploadId)?.forEach((hear) => hear(data.message))
  })
  const say = (uploadId: string, message: WorkMessage) =>
    bus.publish({ type: 'upload:work', uploadId, message } satisfies z.input<typeof Said>)

  return {
    tokenOf(uploadId: string): string {
      const id = Buffer.from(uploadId.replaceAll('-', ''), 'hex')
      return Buffer.concat([id, signatureOf(id)]).toString('base64url')
    },
    /** @returns undefined for a forged token */
    uploadOf(token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url')
      const [id, signature] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)]
      if (signature.length !== idBytes || !timingSafeEqual(signature, signatureOf(id))) return undefined
      return id.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
    },
    say,
    /** Runs a job, and publishes its progress periodically. */
    async during<T>(
      uploadId: string,
      bytesTotal: number,
      job: (note: (bytes: number) => void) => Promise<T>,
    ) {
      let bytesUploaded = 0
      const tell = () => say(uploadId, { action: 'progress', payload: { bytesUploaded, bytesTotal } })
      tell()
      const again = setInterval(tell, publishEveryMs)
      try {
        const done = await job((bytes) => {
          bytesUploaded = bytes
        })
        tell()
        return done
      } finally {
        clearInterval(again)
      }
    },
    /** @returns the unsubscriber */
    follow(uploadId: string, hear: (message: WorkMessage) => void): () => void {
      const others = followers.get(uploadId) ?? new Set()
      followers.set(uploadId, others.add(hear))
      return () => {
        others.delete(hear)
        if (others.size === 0) followers.delete(uploadId)
      }
    },
  }
}

export type Progress = ReturnType<typeof createProgress>

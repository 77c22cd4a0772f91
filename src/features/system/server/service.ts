import { setTimeout as wait } from 'node:timers/promises'
import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { NodeIdentity } from '#platform/server/process/node-identity.ts'
import { nodes } from '#tables/nodes.ts'

const beatEveryMs = 15_000
/** Limits the wait at shutdown. */
const farewellWithinMs = 1000

/** Records this node, and deletes nodes silent for a minute. */
async function noteAlive(db: Database, node: NodeIdentity): Promise<void> {
  await db
    .insert(nodes)
    .values({ ...node, seenAt: sql`now()` })
    .onConflictDoUpdate({ target: nodes.id, set: { seenAt: sql`now()` } })
  await db.delete(nodes).where(lt(nodes.seenAt, sql`now() - interval '1 minute'`))
}

interface Parts {
  db: Database
  node: NodeIdentity
  log: FastifyBaseLogger
}

export async function startBeating({ db, node, log }: Parts): Promise<{ stop(): Promise<void> }> {
  let isFailing = false
  async function beat(): Promise<void> {
    try {
      await noteAlive(db, node)
      isFailing = false
    } catch (error) {
      // Log once per outage.
      if (!isFailing) log.warn({ err: error }, 'other nodes cannot be told that this one is up')
      isFailing = true
    }
  }
  await beat()
  const timer = setInterval(() => void beat(), beatEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      // Without a database the entry expires in a minute.
      const gone = db
        .delete(nodes)
        .where(eq(nodes.id, node.id))
        .catch(() => undefined)
      await Promise.race([gone, wait(farewellWithinMs, undefined, { ref: false })])
    },
  }
}

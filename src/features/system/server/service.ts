import { setTimeout as wait } from 'node:timers/promises'
import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { NodeIdentity } from '#platform/server/process/node-identity.ts'
import { nodes } from '#tables/nodes.ts'

const beatEveryMs = 15_000
/** Nobody waits longer for a farewell. */
const farewellWithinMs = 1000

/** Notes that this node is up, and forgets those of which nothing was heard for a minute. */
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

/** Tells the other nodes of this one for as long as it runs. */
export async function startBeating({ db, node, log }: Parts): Promise<{ stop(): Promise<void> }> {
  let isFailing = false
  async function beat(): Promise<void> {
    try {
      await noteAlive(db, node)
      isFailing = false
    } catch (error) {
      // Said once, not every few seconds.
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
      // Without a database it is forgotten in a minute.
      const gone = db
        .delete(nodes)
        .where(eq(nodes.id, node.id))
        .catch(() => undefined)
      await Promise.race([gone, wait(farewellWithinMs, undefined, { ref: false })])
    },
  }
}

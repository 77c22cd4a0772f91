import { redirectMessages } from '#features/chat/server/service.ts'
import { deleteClient } from '#features/clients/server/public/deletion.ts'
import { changeProduct } from '#features/products/server/service.ts'
import { deleteProduct } from '#features/products/server/public/deletion.ts'
import { redirectComments } from '#features/comments/server/service.ts'
import { lockTicketsAssignedTo, releaseTickets } from '#features/tickets/server/service.ts'
import { deleteTicket } from '#features/conversation/server/public/deletion.ts'
import { purge } from '#features/trash/server/service.ts'
import { deleteUser } from '#features/users/server/service.ts'
import { unlessGone } from '#platform/contract/errors.ts'
import { removeLeftovers } from '#platform/server/store/object-store.ts'
import { calledFrom, type Work } from '#platform/server/work.ts'
import type { Parts } from './load.ts'
import { listDeletedOfDemo, listDemoPeople, listHanging, listLentProducts, listLoaded } from './queries.ts'
import { beginRemoval, finishRemoval, removeOne, type Doer } from './service.ts'

/**
 * Removes demo data and dependent things, each in a transaction of its own; resumes an interrupted run. Real
 * things stay: products are unassigned, tickets lose demo assignees, and imported comments of demo people get
 * the remover as author.
 */
export async function removeDemo(
  { db, work, store, log }: Pick<Parts, 'db' | 'work' | 'store' | 'log'>,
  doer: Doer,
): Promise<void> {
  const { viewer } = doer
  if (!(await work((unit) => beginRemoval(unit, doer)))) return
  const removeEach = async <T>(ids: Iterable<string>, remove: (unit: Work, id: string) => Promise<T>) => {
    const removed: T[] = []
    for (const id of ids) {
      // The thing may have been deleted manually.
      const one = await work((unit) => removeOne(unit, id, () => unlessGone(remove(unit, id))))
      if (one !== undefined) removed.push(one)
    }
    return removed
  }
  for (const id of await listDeletedOfDemo(db))
    for (const paths of await removeEach([id], (unit) => purge(unit, viewer, id)))
      await removeLeftovers(store, paths, log)
  const tickets = new Set([...(await listLoaded(db, 'ticket')).values(), ...(await listHanging(db))])
  for (const id of tickets)
    for (const paths of await removeEach([id], (unit) => deleteTicket(unit, viewer, id, 'for-good')))
      await removeLeftovers(store, paths, log)
  await removeEach(await listLentProducts(db), (unit, id) =>
    changeProduct(unit, viewer, id, { clientId: null }),
  )
  await removeEach((await listLoaded(db, 'product')).values(), (unit, id) =>
    deleteProduct(unit, viewer, id, 'for-good'),
  )
  await removeEach((await listLoaded(db, 'client')).values(), (unit, id) =>
    deleteClient(unit, viewer, id, 'for-good'),
  )
  await removeEach(await listDemoPeople(db), async (unit, id) => {
    await lockTicketsAssignedTo(unit, id)
    await releaseTickets(unit, viewer, id)
    await redirectMessages(unit, id, viewer.id)
    await redirectComments(unit, id, viewer.id)
    await deleteUser(calledFrom(unit, doer.ip), id, { actorId: viewer.id })
  })
  await work((unit) => finishRemoval(unit, doer))
}

import { wordsOf } from '#features/ticket-list/server/public/reasons.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import { withOtherWords } from '#features/tickets/list/search/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { mostCounted, type Meant, type MeantQuery } from '../contract.ts'
import { findMeant } from './meant.ts'

const mostWords = 8

interface Parts {
  db: Database
  totals: Pick<Totals, 'countUpTo'>
}

/** Proposes words only from tickets that the viewer may see. */
export function createDidYouMean({ db, totals }: Parts) {
  return async function didYouMean(viewer: Viewer, filter: MeantQuery): Promise<Meant> {
    const words = wordsOf(filter.search).flatMap((word) => word.split(' '))
    const found = words.length > mostWords ? undefined : await findMeant(db, viewer, words)
    if (found === undefined || found.join(' ') === words.join(' ')) return { meant: null }
    const search = withOtherWords(filter.search, found)
    const count = await totals.countUpTo(mostCounted, viewer, { ...filter, search })
    return { meant: count === 0 ? null : { search, count } }
  }
}

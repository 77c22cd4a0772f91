import { queryOptions } from '@tanstack/react-query'
import { loadPart } from '#platform/web/lazy-parts.ts'
import type { Label } from '../contract.ts'
import { labelsKey } from './live.ts'

/** The labels of the desk by name. The list of tickets knows it, so the calls load later. */
export const labelList = () =>
  queryOptions<Label[]>({
    queryKey: labelsKey,
    async queryFn({ signal }) {
      const { listLabels } = await loadPart(() => import('./api.ts'))
      return listLabels(signal)
    },
  })

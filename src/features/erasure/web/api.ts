import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { refreshAccounts } from '#features/accounts/web/live.ts'
import { call } from '#platform/web/call.ts'
import { erasureApi } from '../contract.ts'

export const erasurePreview = (id: string) =>
  queryOptions({
    queryKey: ['/api/users', 'erasure', id],
    queryFn: ({ signal }) => call(erasureApi.preview, { params: { id } }, { signal }),
    gcTime: 0,
  })

export const erasePerson = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string; email: string; ownTexts: boolean }) =>
      call(erasureApi.erase, { params: { id }, body }),
    onSuccess: () => void refreshAccounts(client),
  })

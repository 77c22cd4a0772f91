import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { mobileApi, type CodeProof } from '../contract.ts'

/** Below the key of the current user, so that both are refreshed together. */
const ownMobileKey = ['/api/auth/user', 'mobile'] as const

export const ownMobile = () =>
  queryOptions({
    queryKey: ownMobileKey,
    queryFn: ({ signal }) => call(mobileApi.own, {}, { signal }),
  })

export const sendCode = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(mobileApi.sendCode, {}),
    onSuccess: (own) => client.setQueryData(ownMobileKey, own),
  })

export const proveMobile = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CodeProof) => call(mobileApi.prove, { body }),
    onSuccess: (own) => client.setQueryData(ownMobileKey, own),
  })

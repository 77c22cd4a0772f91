import { useQuery } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import { authApi } from '#features/auth/contract.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { call } from '#platform/web/call.ts'

export const currentUserKey = [authApi.currentUser.path] as const
const freshForMs = 300_000

const Viewer = createContext<CurrentUser | null>(null)

/** @param first the user as known when the page was loaded */
export function SessionProvider({ first, children }: { first: CurrentUser; children: ReactNode }) {
  const { data } = useQuery({
    queryKey: currentUserKey,
    queryFn: ({ signal }) => call(authApi.currentUser, {}, { signal }),
    staleTime: freshForMs,
    retry: false,
    initialData: first,
  })
  return <Viewer value={data}>{children}</Viewer>
}

/** Returns the signed-in user. Only below the shell, where there is one. */
export function useViewer(): CurrentUser {
  const viewer = use(Viewer)
  if (!viewer) throw new Error('Nobody is signed in here.')
  return viewer
}

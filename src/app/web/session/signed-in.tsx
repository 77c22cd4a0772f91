import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { createQueryClient } from '#platform/web/query-client.ts'
import { rememberLanguageOfAccount } from '#platform/web/language/language.ts'
import { useLive } from '../live.ts'
import { router } from '../routes.tsx'
import { SessionProvider } from '#features/auth/web/session.tsx'
import { PasswordAgain } from './password-again.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { claimBrowser } from './browser-owner.ts'

interface SignedInProps {
  user: CurrentUser
  logPosition: number
}

export function SignedIn({ user, logPosition }: SignedInProps) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => claimBrowser(user.id), [user.id])
  // Use the language as loaded: a later choice elsewhere must not lose typed text.
  const { language } = user
  useEffect(() => rememberLanguageOfAccount(language), [language])
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider first={user}>
        <Live userId={user.id} since={logPosition} />
        <RouterProvider router={router} />
        <SignInAgain />
        <PasswordAgain />
      </SessionProvider>
    </QueryClientProvider>
  )
}

function Live({ userId, since }: { userId: string; since: number }) {
  useLive(userId, since)
  return null
}

import type { authApi } from '#features/auth/contract.ts'
import type { CurrentUser } from '#features/users/contract.ts'

export type FoundUser =
  | { state: 'signed-in'; user: CurrentUser; logPosition: number }
  | { state: 'signed-out' }
  /** The server did not answer, or not with a user. */
  | { state: 'failed' }

const path: typeof authApi.currentUser.path = '/api/auth/user'

/** Never rejects. A plain call, because the signed-out page carries no schemas. Live updates start at `logPosition`. */
export async function findCurrentUser(): Promise<FoundUser> {
  try {
    const response = await fetch(path, { credentials: 'include' })
    // Read every answer: an unread one stays open in the browser.
    const text = await response.text()
    if (response.status === 401) return { state: 'signed-out' }
    if (!response.ok) return { state: 'failed' }
    const user = JSON.parse(text) as CurrentUser | null
    if (!user?.id) return { state: 'signed-out' }
    return { state: 'signed-in', user, logPosition: Number(response.headers.get('log-position') ?? 0) }
  } catch {
    return { state: 'failed' }
  }
}

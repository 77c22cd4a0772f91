import type { Viewer } from '#features/users/contract.ts'
import type { Door } from '#platform/server/door.ts'
import { systemApi } from '../contract.ts'
import { createLook, type LookParts } from './look.ts'

export function systemRoutes({ route }: Door<Viewer>, parts: LookParts): void {
  const look = createLook(parts)
  route(systemApi.look, () => look())
}

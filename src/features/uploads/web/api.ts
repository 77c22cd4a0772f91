import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { uploadApi } from '../contract.ts'

/** Limits change with the server's settings only. */
export const uploadLimits = () =>
  queryOptions({
    queryKey: ['/api/uploads/limits'],
    queryFn: ({ signal }) => call(uploadApi.limits, {}, { signal }),
    staleTime: Infinity,
  })

export const finishUpload = (id: string, signal?: AbortSignal) =>
  call(uploadApi.finish, { params: { id } }, signal ? { signal } : {})

/** If this call is lost, the upload is swept in a day. */
export async function removeUpload(id: string): Promise<void> {
  await call(uploadApi.remove, { params: { id } }).catch(() => undefined)
}

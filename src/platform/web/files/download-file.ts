import { i18n } from '#platform/contract/i18n.ts'
import { CallError } from '../call.ts'
import { recordServerFault } from '../server-fault.ts'
import { saveFile } from './save-file.ts'

/** @returns the name of the file @throws {CallError} when the server refuses, and with status 0 for an incomplete file */
export async function downloadFile(address: string, usualName: string): Promise<string> {
  const lost = () => {
    throw new CallError(0, i18n.t('No connection'))
  }
  const response = await fetch(address, { credentials: 'include' }).catch(lost)
  if (!response.ok) throw recordServerFault(new CallError(response.status, await response.text().catch(lost)))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? usualName
  saveFile(await response.blob().catch(lost), name)
  return name
}

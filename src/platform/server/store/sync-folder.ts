import { open } from 'node:fs/promises'

/** Syncs a folder's entries, so that a renamed file keeps its name through a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

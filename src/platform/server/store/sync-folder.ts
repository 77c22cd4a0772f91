import { open } from 'node:fs/promises'

/** Writes a folder's own entries to the disk, so that a renamed file keeps its name through a power cut. */
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

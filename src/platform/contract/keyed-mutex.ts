/** Creates a function that serializes jobs of the same key; other keys run concurrently. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()
  return async function serialize<T>(key: string, job: () => Promise<T>): Promise<T> {
    const before = last.get(key)
    const mine = (async () => {
      await before?.catch(() => undefined)
      return job()
    })()
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

/** Makes a function that runs jobs of the same key one after another, and those of different keys side by side. */
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

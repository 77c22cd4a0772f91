/** 128 random bits. Not `randomUUID`: that is missing where the page comes over plain http from another machine. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Keys for `Idempotency-Key`: the same for the same content sent again, however often, after whatever failure, and whatever was sent in
 * between; another for another content, because the server refuses one key for two contents.
 * @param tried what was sent before a reload
 */
export function createOnceKey(tried?: { body: string; key: string }) {
  const keys = new Map<string, string>(tried && [[tried.body, tried.key]])
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content)
      const key = keys.get(text) ?? randomKey()
      keys.set(text, key)
      return key
    },
    /** The server has this: the next is a new one, even when it reads the same. */
    renew(content: unknown): void {
      keys.delete(JSON.stringify(content))
    },
  }
}

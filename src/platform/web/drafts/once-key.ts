/** 128 random bits. Not `randomUUID`: browsers lack it on plain http from another machine. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Creates one key for repeated content, and others for other content: the server refuses one key for two contents.
 * @param tried submission before a reload
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
    /** Ends a key: the same content would be a new submission. */
    renew(content: unknown): void {
      keys.delete(JSON.stringify(content))
    },
  }
}

/** 128 random bits. Not `randomUUID`: that is missing where the page comes over plain http from another machine. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Keys for `Idempotency-Key`: the same for the same content sent again, however often and after whatever failure; another once the
 * content differs, because the server refuses one key for two contents.
 */
export function createOnceKey() {
  let sent: { content: string; key: string } | undefined
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content)
      if (sent?.content !== text) sent = { content: text, key: randomKey() }
      return sent.key
    },
    /** The next thing is a new one, even when it reads the same. */
    renew(): void {
      sent = undefined
    },
  }
}

import { createHash } from 'node:crypto'

/** Headers by the author; those of transport differ from mailbox to mailbox. */
const authored = ['message-id', 'date', 'from', 'to', 'cc', 'subject', 'in-reply-to', 'content-type']
const mostHeaderBytes = 256 * 1024
const isLineEnd = (byte: number | undefined) => byte === 0x0a || byte === 0x0d

const endOfHeaders = /\r?\n\r?\n/
/** Without control characters: the database stores no NUL. */
const writtenId = /<([!-;=?-~\u0080-\u00FF]{1,998})>/

function authoredHeaders(block: string): { lines: string[]; messageId: string | null } {
  const lines = block
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => authored.includes(line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase()))
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const named = lines.find((line) => line.toLowerCase().startsWith('message-id:'))
  const messageId = named && writtenId.exec(named)?.[1]
  return { lines: lines.toSorted(), messageId: messageId ?? null }
}

/**
 * Hashes a mail piece by piece, so that the same mail has the same hash in every mailbox: its author's headers
 * and its body, without line ends at its end.
 */
export function createContentHash() {
  const hash = createHash('sha256')
  let head: Buffer | undefined = Buffer.alloc(0)
  let messageId: string | null = null
  /** Line ends that count once something follows. */
  let ends: Buffer[] = []

  function addBody(bytes: Buffer): void {
    let length = bytes.length
    while (length > 0 && isLineEnd(bytes[length - 1])) length -= 1
    if (length > 0) {
      for (const end of ends) hash.update(end)
      ends = []
      hash.update(bytes.subarray(0, length))
    }
    if (length < bytes.length) ends.push(Buffer.from(bytes.subarray(length)))
  }

  function endHead(block: string, body: string): void {
    const { lines, messageId: found } = authoredHeaders(block)
    messageId = found
    head = undefined
    hash.update(`${lines.join('\n')}\n\n`, 'latin1')
    addBody(Buffer.from(body, 'latin1'))
  }

  return {
    add(bytes: Buffer): void {
      if (head === undefined) return addBody(bytes)
      head = Buffer.concat([head, bytes])
      const text = head.toString('latin1')
      const end = endOfHeaders.exec(text)
      if (end) endHead(text.slice(0, end.index), text.slice(end.index + end[0].length))
      else if (head.length > mostHeaderBytes) endHead('', text)
    },
    /** @returns the hash in hex, and the Message-ID without angle brackets */
    finish(): { contentHash: string; messageId: string | null } {
      if (head !== undefined) endHead(head.toString('latin1'), '')
      return { contentHash: hash.digest('hex'), messageId }
    },
  }
}

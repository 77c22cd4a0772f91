import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const txt = 16
const noSuchName = 3

/** Reads the one question of a query (RFC 1035, 4.1.2). @returns where it ends, and its name in lower case */
function questionIn(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function recordOf(text: string): Buffer {
  const pieces = (text.match(/.{1,255}/g) ?? []).map((piece) =>
    Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)]),
  )
  const data = Buffer.concat(pieces)
  // The name is that of the question.
  const head = Buffer.from([0xc0, 12, 0, txt, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

export interface DnsServer {
  /** "127.0.0.1:5353" */
  address: string
  /** Texts of TXT records, by name; every other name does not exist. */
  texts: Map<string, string>
  close(): void
}

/** Answers questions for TXT records by UDP. */
export async function startDns(): Promise<DnsServer> {
  const texts = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query)
    const text = texts.get(name)
    const answers = text !== undefined && type === txt ? [recordOf(text)] : []
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (text === undefined ? noSuchName : 0), 2)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, texts, close: () => socket.close() }
}

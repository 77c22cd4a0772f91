import { crc32, deflateSync } from 'node:zlib'

export interface DemoFile {
  name: string
  mimeType: string
  bytes: Buffer
}

interface Box {
  x: number
  y: number
  width: number
  height: number
  color: number
}

const size = { width: 640, height: 360 }
const desktop = 0x3a6ea5
const errorWindow = (accent: number): Box[] => [
  { x: 0, y: 330, width: 640, height: 30, color: 0x1f2937 },
  { x: 8, y: 336, width: 60, height: 18, color: 0x4b5563 },
  { x: 60, y: 40, width: 520, height: 270, color: 0xf3f4f6 },
  { x: 60, y: 40, width: 520, height: 26, color: 0xd1d5db },
  { x: 556, y: 47, width: 12, height: 12, color: 0xb91c1c },
  ...Array.from({ length: 9 }, (_, line) => ({
    x: 84,
    y: 86 + line * 22,
    width: 200 + ((line * 97) % 250),
    height: 8,
    color: 0xc4c9d1,
  })),
  { x: 170, y: 120, width: 300, height: 120, color: 0xffffff },
  { x: 170, y: 120, width: 300, height: 22, color: accent },
  { x: 190, y: 158, width: 32, height: 32, color: accent },
  { x: 238, y: 160, width: 200, height: 8, color: 0x4b5563 },
  { x: 238, y: 176, width: 150, height: 8, color: 0x9ca3af },
  { x: 382, y: 208, width: 70, height: 20, color: 0xe5e7eb },
]

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Encodes a PNG of three bytes a pixel, without filters. */
function png(boxes: readonly Box[]): Buffer {
  const row = 1 + size.width * 3
  const pixels = Buffer.alloc(row * size.height)
  const paint = ({ x, y, width, height, color }: Box) => {
    for (let line = y; line < y + height; line++)
      for (let at = x; at < x + width; at++) pixels.writeUIntBE(color, line * row + 1 + at * 3, 3)
  }
  paint({ x: 0, y: 0, ...size, color: desktop })
  boxes.forEach(paint)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size.width, 0)
  head.writeUInt32BE(size.height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj T*`).join('\n')
  const text = `BT /F1 12 Tf 18 TL 60 770 Td\n${shown}\nET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, number) => {
    const place = String(body.length).padStart(10, '0')
    body += `${number + 1} 0 obj${object}endobj\n`
    return `${place} 00000 n \n`
  })
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

const accents = [0xdc2626, 0xd97706, 0x2563eb, 0x7c3aed]

export const screenshot = (number: number): DemoFile => ({
  name: `screenshot-${number + 1}.png`,
  mimeType: 'image/png',
  bytes: png(errorWindow(accents[number % accents.length] ?? desktop)),
})

export const textFile = (name: string, lines: readonly string[]): DemoFile => ({
  name,
  mimeType: 'text/plain',
  bytes: Buffer.from(lines.join('\n')),
})

export const letter = (name: string, lines: readonly string[]): DemoFile => ({
  name,
  mimeType: 'application/pdf',
  bytes: pdf(lines),
})

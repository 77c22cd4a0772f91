import { decodeBytes } from './charset.ts'

const signature = 0x22_3e_9f_78
/** Ids of attributes (MS-OXTNEF, 2.1.3). */
const ids = {
  body: 0x0002_800c,
  messageProps: 0x0006_9003,
  codepage: 0x0006_9007,
  attachBegins: 0x0006_9002,
  attachTitle: 0x0001_8010,
  attachData: 0x0006_800f,
  attachProps: 0x0006_9005,
}
/** Ids of MAPI properties. */
const props = {
  body: 0x1000,
  html: 0x1013,
  longName: 0x3707,
  name: 0x3704,
  mime: 0x370e,
  cid: 0x3712,
  data: 0x3701,
}
const most = 1000

interface TnefFile {
  name: string
  type: string
  cid: string
  bytes: Buffer
}

export interface Tnef {
  text: string
  html: string
  files: TnefFile[]
}

type Props = Map<number, Buffer | string>

/** Sizes of values of a fixed size; short ones are padded to four bytes. */
const fixed: Partial<Record<number, number>> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  0xa: 4,
  0xb: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
}

/** Reads MAPI properties (MS-OXTNEF, 2.1.3.4), up to the first that is not understood. */
function readProps(bytes: Buffer, codepage: string): Props {
  const found: Props = new Map()
  let at = 4
  const count = bytes.length >= 4 ? bytes.readUInt32LE(0) : 0
  const int = () => bytes.readUInt32LE((at += 4) - 4)
  for (let nr = 0; nr < Math.min(count, most) && at + 8 <= bytes.length; nr += 1) {
    const type = bytes.readUInt16LE(at)
    const id = bytes.readUInt16LE(at + 2)
    at += 4
    if (id >= 0x80_00) {
      at += 16
      const isNamed = int() === 1
      const size = int()
      if (isNamed) at += Math.ceil(size / 4) * 4
    }
    const isMany = (type & 0x10_00) !== 0
    const base = type & 0x0f_ff
    const size = fixed[base]
    if (size !== undefined) {
      at += isMany ? int() * size : size
      continue
    }
    if (![0x1e, 0x1f, 0x102, 0xd].includes(base)) break
    for (let left = int(); left > 0 && at + 4 <= bytes.length; left -= 1) {
      const length = int()
      const value = bytes.subarray(at, at + length)
      if (base === 0x1e) found.set(id, decodeBytes(value, codepage).text.replaceAll('\0', ''))
      else if (base === 0x1f) found.set(id, value.toString('utf16le').replaceAll('\0', ''))
      else found.set(id, value)
      at += Math.ceil(length / 4) * 4
    }
  }
  return found
}

const textOf = (value: Buffer | string | undefined, codepage: string): string =>
  typeof value === 'string' ? value : value ? decodeBytes(value, codepage).text.replaceAll('\0', '') : ''

/** Reads Outlook's `winmail.dat`. @returns undefined when it is not one, or is damaged */
export function readTnef(bytes: Buffer): Tnef | undefined {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return undefined
  const tnef: Tnef = { text: '', html: '', files: [] }
  let codepage = 'windows-1252'
  let file: TnefFile | undefined
  try {
    for (let at = 6; at + 11 <= bytes.length && tnef.files.length < most;) {
      const id = bytes.readUInt32LE(at + 1)
      const length = bytes.readUInt32LE(at + 5)
      const value = bytes.subarray(at + 9, at + 9 + length)
      if (value.length < length) return undefined
      at += 9 + length + 2
      if (id === ids.codepage && length >= 4)
        codepage = value.readUInt32LE(0) === 65_001 ? 'utf-8' : `windows-${value.readUInt32LE(0)}`
      else if (id === ids.body) tnef.text ||= textOf(value, codepage)
      else if (id === ids.messageProps) {
        const found = readProps(value, codepage)
        tnef.text ||= textOf(found.get(props.body), codepage)
        tnef.html ||= textOf(found.get(props.html), codepage)
      } else if (id === ids.attachBegins)
        tnef.files.push((file = { name: '', type: '', cid: '', bytes: Buffer.alloc(0) }))
      else if (!file) continue
      else if (id === ids.attachTitle) file.name ||= textOf(value, codepage)
      else if (id === ids.attachData) file.bytes = value
      else if (id === ids.attachProps) {
        const found = readProps(value, codepage)
        file.name =
          textOf(found.get(props.longName), codepage) || file.name || textOf(found.get(props.name), codepage)
        file.type = textOf(found.get(props.mime), codepage).toLowerCase()
        file.cid = textOf(found.get(props.cid), codepage)
        const data = found.get(props.data)
        // An embedded message begins with the id of its interface.
        if (Buffer.isBuffer(data) && file.bytes.length === 0) file.bytes = data.subarray(16)
      }
    }
  } catch {
    return undefined
  }
  return { ...tnef, files: tnef.files.filter((one) => one.bytes.length > 0) }
}

/** Characters that a system refuses in file names, that leave a folder, or that hide a name's ending. */
const unsafe = /[<>:"/\\|?*\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Names that Windows reserves for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** Limit of Linux: NAME_MAX of limits.h. */
const mostBytes = 255

interface Parts {
  base: string
  ending: string
}

function safe(name: string): Parts {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replace(/[. ]+$/, '')
  if (/^\.*$/.test(plain)) return { base: 'file', ending: '' }
  const [, base = plain, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/s.exec(plain) ?? []
  return { base: reserved.test(plain) ? `_${base}` : base, ending }
}

/** Truncates to a number of bytes without splitting a letter. */
function cut(text: string, bytes: number): string {
  let left = bytes
  const kept = Array.from(text).filter((letter) => (left -= Buffer.byteLength(letter)) >= 0)
  return left >= 0 ? text : kept.join('').replace(/[. ]+$/, '')
}

/** @returns a function from a file's name to a name that is valid on every system and unique */
export function createNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const { base, ending } = safe(name)
    const numbered = (times: number) => {
      const tail = times === 1 ? ending : ` (${times})${ending}`
      return `${cut(base, mostBytes - Buffer.byteLength(tail))}${tail}`
    }
    let free = numbered(1)
    // Systems that ignore case would overwrite one by the other.
    for (let times = 2; taken.has(free.toLowerCase()); times++) free = numbered(times)
    taken.add(free.toLowerCase())
    return free
  }
}

/** Characters that some system refuses in the name of a file, that lead out of a folder, or that hide how a name ends. */
const unsafe = /[<>:"/\\|?*\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** Linux takes no longer ones: NAME_MAX of limits.h. */
const mostBytes = 255

interface Parts {
  base: string
  /** With its dot; empty where there is none. */
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

/** Beginning of a text within a number of bytes, without half a letter. */
function cut(text: string, bytes: number): string {
  let left = bytes
  const kept = Array.from(text).filter((letter) => (left -= Buffer.byteLength(letter)) >= 0)
  return left >= 0 ? text : kept.join('').replace(/[. ]+$/, '')
}

/**
 * Gives names to files of one folder.
 * @returns the function that is given the name a file has, and answers one that every system takes and no file before it has
 */
export function createNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const { base, ending } = safe(name)
    const numbered = (times: number) => {
      const tail = times === 1 ? ending : ` (${times})${ending}`
      return `${cut(base, mostBytes - Buffer.byteLength(tail))}${tail}`
    }
    let free = numbered(1)
    // Systems that do not tell case apart would write one over the other.
    for (let times = 2; taken.has(free.toLowerCase()); times++) free = numbered(times)
    taken.add(free.toLowerCase())
    return free
  }
}

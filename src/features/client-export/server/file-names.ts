/** What no system takes in the name of a file, and what leads out of a folder or hides how a name ends. */
const unsafe = /[<>:"/\\|?*\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const mostLetters = 120

function safe(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replace(/[. ]+$/, '')
  if (/^\.*$/.test(plain)) return 'file'
  const [, base = plain, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/s.exec(plain) ?? []
  const short = `${Array.from(base).slice(0, mostLetters).join('')}${ending}`
  return reserved.test(short) ? `_${short}` : short
}

/**
 * Gives names to files of one folder.
 * @returns the function that is given the name a file has, and answers one that every system takes and no file before it has
 */
export function createNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const wanted = safe(name)
    const [, base = wanted, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(wanted) ?? []
    let free = wanted
    // Systems that do not tell case apart would write one over the other.
    for (let times = 2; taken.has(free.toLowerCase()); times++) free = `${base} (${times})${ending}`
    taken.add(free.toLowerCase())
    return free
  }
}

/** What people write to a support desk about, the frequent first: a word's place in the list decides how often it is drawn. */
export const vocabulary = `
the to a is and not in on it for of with we our after when can since be cannot this that from but has please user error login system
email update report page printer screen server account file password network access customer order invoice list new data message
window slow button save connection application software laptop office morning yesterday today again only shows open version import
export search calendar contact product project mobile phone browser date number price stock warehouse delivery payment document
attachment folder backup monitor keyboard install permission role group setting filter form field table column total amount tax
vpn license certificate expired blocked locked missing wrong empty double duplicate blank frozen crash restart reboot timeout failed
refused lost unreachable broken unable several every sometimes always colleague department manager accounting sales marketing
production branch store terminal scanner label barcode receipt cable switch router wireless firewall gateway proxy remote desktop
session drive share disk storage quota mailbox inbox signature spam forward rule meeting room projector camera headset microphone
speaker dock adapter battery charger tablet driver firmware patch upgrade migration database query index replica cluster node
container deployment pipeline token webhook endpoint callback interface integration sync schedule job queue worker cache log alert
dashboard chart graph widget template layout font translation currency rounding discount voucher refund shipment carrier tracking
return inventory supplier purchase approval workflow archive retention audit compliance privacy consent mapping
validation checksum encoding delimiter header footer margin orientation duplex toner cartridge tray paper jam roller spooler
hostname subnet lease broadcast multicast latency jitter packet throughput bandwidth roaming handover beacon antenna
thermostat sensor badge turnstile elevator intercom hypervisor snapshot hibernate bluetooth touchpad stylus bezel hinge
`
  .trim()
  .split(/\s+/)
/** Words that one text in two thousand names. */
export const rarities =
  'kerberos ldap radius syslog netflow zigbee modbus profinet terraform quaternion'.split(' ')

/** One that a third of all tickets contain, and one that one ticket in a thousand contains. */
export const commonWord = 'printer'
export const rareWord = 'kerberos'

/**
 * Draws places in a list so that the n-th is drawn in proportion to 1/n: so words are distributed, and roughly so the tickets
 * of companies.
 */
export function zipf(length: number, random: () => number): () => number {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= length; rank++) sums.push((sum += 1 / rank))
  return () => {
    const drawn = random() * sum
    let [low, high] = [0, length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < drawn) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Writes sentences of such words; some name a device or an error code that hardly anything else names. */
export function createWriter(random: () => number) {
  const rank = zipf(vocabulary.length, random)
  const word = () => vocabulary[rank()] ?? ''
  const number = (below: number) => Math.floor(random() * below)
  const words = (least: number, most: number) =>
    Array.from({ length: least + number(most - least + 1) }, word).join(' ')
  const sentence = (least: number, most: number) => {
    const text = words(least, most)
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  }
  const detail = () => {
    const drawn = random()
    if (drawn < 0.1) return ` Device NB-${String(number(20_000)).padStart(5, '0')}.`
    if (drawn < 0.15)
      return ` Error 0x${number(2 ** 32)
        .toString(16)
        .padStart(8, '0')}.`
    return drawn < 0.155 ? ` ${rarities[number(rarities.length)]} involved.` : ''
  }
  return {
    number,
    subject: () => sentence(3, 8),
    text: (sentences: number) =>
      Array.from({ length: sentences }, () => `${sentence(5, 14)}.`).join(' ') + detail(),
    name: () => {
      const text = vocabulary[number(vocabulary.length)] ?? ''
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    },
  }
}

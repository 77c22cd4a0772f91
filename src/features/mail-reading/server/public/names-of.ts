import { limits } from '#platform/contract/limits.ts'
import { truncated } from '#platform/contract/truncated.ts'
import { oneLine } from '#platform/server/one-line.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'

const asName = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const cutName = (name: string) => truncated(name, limits.name).trim()

/** Names a person by the display name, else by the address. */
export function namesOf({ name, address }: { name: string; address: string }): {
  firstName: string
  lastName: string
} {
  const said = nameInMail(oneLine(name).replaceAll(/["<>]/g, ' ')).trim()
  const [last = '', first] = said.split(/\s*,\s*/)
  if (first) return { firstName: cutName(first), lastName: cutName(last) }
  const words =
    said === ''
      ? address
          .slice(0, address.lastIndexOf('@'))
          .split(/[._+-]+/)
          .map(asName)
      : said.split(' ')
  const [firstName = '', ...others] = words.filter((word) => word !== '')
  return { firstName: cutName(firstName || address), lastName: cutName(others.join(' ')) }
}

import { cleanLine, cleanText } from './clean-text.ts'

interface Line {
  params: string
  value: string
}

const unescape = (value: string) =>
  value.replaceAll(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))

/** Reads the lines of the first event, and those around it. */
function readLines(ics: string): Map<string, Line> {
  const lines = new Map<string, Line>()
  const event = /BEGIN:(?:VEVENT|VTODO)[\s\S]*?(?:END:(?:VEVENT|VTODO)|$)/i.exec(ics)?.[0] ?? ''
  for (const line of event.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const match = /^([A-Za-z-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/.exec(line)
    if (match && !lines.has((match[1] ?? '').toUpperCase()))
      lines.set((match[1] ?? '').toUpperCase(), { params: match[2] ?? '', value: match[3] ?? '' })
  }
  return lines
}

/** @returns "2026-03-10 10:00", the zone apart */
function readTime(line: Line | undefined): { day: string; time: string; zone: string } | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d*(Z?))?/.exec(line?.value ?? '')
  if (!match) return undefined
  const [, year, month, day, hour, minute, utc] = match
  const zone = utc ? 'UTC' : (/;TZID="?([^";:]+)"?/i.exec(line?.params ?? '')?.[1] ?? '')
  return {
    day: `${year}-${month}-${day}`,
    time: hour === undefined ? '' : `${hour}:${minute}`,
    zone: cleanLine(zone, 100),
  }
}

function timeText(lines: ReadonlyMap<string, Line>): string {
  const start = readTime(lines.get('DTSTART'))
  if (!start) return ''
  const end = readTime(lines.get('DTEND') ?? lines.get('DUE'))
  const until =
    !end || end.time === '' ? '' : end.day === start.day ? ` – ${end.time}` : ` – ${end.day} ${end.time}`
  return `${start.day}${start.time && ` ${start.time}`}${until}${start.zone && ` (${start.zone})`}`
}

function organiserText({ params, value }: Line): string {
  const name = cleanLine(/;CN=(?:"([^"]*)"|([^;:]*))/i.exec(params)?.slice(1).find(Boolean) ?? '', 200)
  const address = cleanLine(value.replace(/^mailto:/i, ''), 254)
  return name === '' || name === address ? address : `${name} <${address}>`
}

/**
 * Says an invitation (RFC 5545) as Markdown: title, time with its zone, place, organiser.
 * @returns '' for text without an event
 */
export function calendarText(ics: string, withDescription: boolean): string {
  const lines = readLines(ics)
  const value = (name: string) => unescape(lines.get(name)?.value ?? '').trim()
  const organiser = lines.get('ORGANIZER')
  const told = [
    ['📅', value('SUMMARY') && `**${cleanLine(value('SUMMARY'), 500)}**`],
    ['🕑', timeText(lines)],
    ['📍', cleanLine(value('LOCATION'), 500)],
    ['👤', organiser ? organiserText(organiser) : ''],
  ].flatMap(([sign, text]) => (text ? [`${sign} ${text}`] : []))
  const description = withDescription ? cleanText(value('DESCRIPTION')).trim() : ''
  return [told.join('\n'), description].filter((text) => text !== '').join('\n\n')
}

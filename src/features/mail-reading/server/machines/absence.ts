/** Words by which replies during an absence say so, in their subjects above all. */
export const absenceWords =
  /\b(?:out of (?:the )?office|ooo|auto(?:matic|mated)?[- ]?(?:reply|response|antwort)|autoreply|vacation|on leave|annual leave|abwesenheit\w*|abwesend|nicht im (?:büro|haus)|automatische antwort|urlaub|absence|absent du bureau|réponse automatique|fuera de (?:la )?oficina|respuesta automática|ausencia|fuori (?:sede|ufficio)|risposta automatica|assente|ausência|resposta automática|fora do escritório|afwezig\w*|automatisch antwoord|autosvar|frånvaro|fraværende|fravær|poza biurem|autoodpowiedź|nieobecno\w*|automatická odpověď|mimo kancelář|poissa|automaattinen vastaus)(?![\p{L}])|(?:вне офиса|автоответ|автоматический ответ|відсутн|автоматична відповідь|自動応答|自動返信|不在|自动回复|自動回覆|外出|부재중|자동 회신|رد تلقائي|خارج المكتب|תשובה אוטומטית|מחוץ למשרד|otomatik yanıt|ofis dışında|αυτόματη απάντηση)/iu

const months: readonly RegExp[] = [
  /^(?:jan|jän|ene|gen|gennaio|st[yu]cz|led|ocak|янв|січ)/i,
  /^(?:feb|fév|fev|lut|úno|únor|şub|фев|лют)/i,
  /^(?:mar|mär|mrz|maa|mrt|bře|мар|бер)/i,
  /^(?:apr|avr|abr|kwi|dub|nis|апр|квіт)/i,
  /^(?:may|mai|may|mag|mei|maj|kvě|май|мая|трав)/i,
  /^(?:jun|juin|giu|cze|červen(?!ec)|haz|июн|черв)/i,
  /^(?:jul|juil|lug|lip|červenec|tem|июл|лип)/i,
  /^(?:aug|aoû|aou|ago|sie|srp|ağu|авг|серп)/i,
  /^(?:sep|set|wrz|zář|eyl|сен|вер)/i,
  /^(?:oct|okt|ott|out|paź|říj|eki|окт|жовт)/i,
  /^(?:nov|lis|kas|ноя)/i,
  /^(?:dec|dez|dic|déc|gru|pro|ara|дек|груд)/i,
]

const monthOf = (word: string): number => months.findIndex((form) => form.test(word)) + 1

const untilWords =
  /\b(?:until|till|through|thru|back (?:on|in the office on)?|return(?:ing)?(?: on)?|bis(?: zum| einschließlich| einschl\.)?|zurück(?: am| ab)?|wieder (?:am|ab)|jusqu.(?:au|à)|de retour le|hasta(?: el)?|regreso el|fino al?|rientro il|até(?: o dia)?|tot(?: en met)?|terug op|do(?: dnia)?|til(?: og med)?|till(?: och med)?|до|по)(?![\p{L}])[^\d\p{L}]*/giu

interface Found {
  year: number | undefined
  month: number
  day: number
}

const article = /^(?:the|den|dem|el|le|il|em|o)\s+/i
const dayName = /^[\p{L}.]{2,14},?\s+(?:(?:the|den|dem|el|le|il)\s+)?/iu

/** Reads a date at the beginning of a text, an article or the name of a day before it left out. */
function readDate(text: string): Found | undefined {
  const rest = text.replace(article, '')
  return readBareDate(rest) ?? readBareDate(rest.replace(dayName, ''))
}

function readBareDate(rest: string): Found | undefined {
  const whole = (year: string | undefined) =>
    year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year)
  let match = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(rest)
  if (match) return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
  match = /^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d\d)(?!\d|:))?/.exec(rest)
  if (match) return { year: whole(match[3]), month: Number(match[2]), day: Number(match[1]) }
  match = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)/.exec(rest)
  if (match) {
    const [first, second] = [Number(match[1]), Number(match[2])]
    // 3/4 is the third of April here and the fourth of March there.
    if (first <= 12 && second <= 12 && first !== second) return undefined
    return first > 12
      ? { year: whole(match[3]), month: second, day: first }
      : { year: whole(match[3]), month: first, day: second }
  }
  match =
    /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?\s+(?:de\s+|of\s+)?(\p{L}{3,12})\.?(?:,?\s+(?:de\s+)?(\d{4}))?/iu.exec(
      rest,
    )
  if (match && monthOf(match[2] ?? '') > 0)
    return { year: whole(match[3]), month: monthOf(match[2] ?? ''), day: Number(match[1]) }
  match = /^(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?/iu.exec(rest)
  if (match && monthOf(match[1] ?? '') > 0)
    return { year: whole(match[3]), month: monthOf(match[1] ?? ''), day: Number(match[2]) }
  match = /^(\d{4})年(\d{1,2})月(\d{1,2})日/.exec(rest)
  return match ? { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) } : undefined
}

/** Takes the year of the mail, or the next one for a day that had passed long before it. */
function resolve({ year, month, day }: Found, sent: Date): string | null {
  const inYear = (some: number) => new Date(Date.UTC(some, month - 1, day))
  const guessed = inYear(sent.getUTCFullYear())
  const isLongAgo = sent.getTime() - guessed.getTime() > 30 * 24 * 60 * 60 * 1000
  const date =
    year === undefined && isLongAgo
      ? inYear(sent.getUTCFullYear() + 1)
      : year === undefined
        ? guessed
        : inYear(year)
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && date.getUTCFullYear() >= 1990 && date.getUTCFullYear() < 2100
    ? date.toISOString().slice(0, 10)
    : null
}

/**
 * Finds the day to which an absence lasts.
 * @returns YYYY-MM-DD; null when no day is named, or one that can be read in two ways
 */
export function absentUntil(text: string, sent: Date): string | null {
  const part = text.slice(0, 5000)
  for (const match of part.matchAll(untilWords)) {
    const found = readDate(part.slice(match.index + match[0].length, match.index + match[0].length + 60))
    const until = found ? resolve(found, sent) : null
    if (until !== null) return until
  }
  const japanese = /(\d{4}年\d{1,2}月\d{1,2}日)(?:\([^)]*\)|（[^）]*）)?まで/.exec(part)
  const found = japanese ? readDate(japanese[1] ?? '') : undefined
  return found ? resolve(found, sent) : null
}

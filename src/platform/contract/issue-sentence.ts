import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Beginnings of the validator's own messages, which are for programmers and name no field. */
const ownMessage =
  /^(Invalid (input|option|string|key|element|value|number|discriminator|[A-Z][A-Z\d.-]+\b)|Too (big|small)|Unrecognized)/

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

const formats: Record<string, string> = {
  uuid: 'an id',
  url: 'a web address',
  email: 'an email address',
  datetime: 'a time such as 2026-01-31T09:30:00Z',
  date: 'a date such as 2026-01-31',
}

const units: Record<string, string> = { string: ' characters', array: ' entries', file: ' bytes' }

/** Says "must have at most 5 characters" for a length, "must be at most 5" for a number. */
function boundOf(side: 'most' | 'least', { origin, bound }: { origin: string; bound: number | bigint }) {
  const unit = units[origin]
  return unit === undefined ? `must be at ${side} ${bound}` : `must have at ${side} ${bound}${unit}`
}

function ruleOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is required'
      return `must be ${kinds[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return boundOf('most', { origin: issue.origin, bound: issue.maximum })
    case 'too_small':
      return boundOf('least', { origin: issue.origin, bound: issue.minimum })
    case 'invalid_format':
      return formats[issue.format] === undefined
        ? 'is not written as it has to be'
        : `must be ${formats[issue.format]}`
    case 'unrecognized_keys':
      return issue.keys.length === 1 ? 'is not a known field' : 'are not known fields'
    default:
      return 'is not valid'
  }
}

/** Keeps the rule's own text, which is for people; else an English sentence for programmers that begins with the field's name. */
export function issueSentence(issue: Issue): string {
  if (!ownMessage.test(issue.message)) return issue.message
  const path = issue.path.map(String).join('.')
  const named =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)).join(', ')
      : path || 'The input'
  return `${named} ${ruleOf(issue)}`
}

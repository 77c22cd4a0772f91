import { i18n } from '#platform/contract/i18n.ts'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** How the validator's own messages begin. They are made for programmers, and name no field. */
const ownMessage =
  /^(Invalid (input|option|string|key|element|value|number|discriminator|[A-Z][A-Z\d.-]+\b)|Too (big|small)|Unrecognized)/

const kinds: Record<string, string> = {
  string: 'text',
  get number() {
    return i18n.t('a number')
  },
  get int() {
    return i18n.t('a whole number')
  },
  get bigint() {
    return i18n.t('a whole number')
  },
  get boolean() {
    return i18n.t('true or false')
  },
  get array() {
    return i18n.t('a list')
  },
  get object() {
    return i18n.t('an object')
  },
  get record() {
    return i18n.t('an object')
  },
  get date() {
    return i18n.t('a date')
  },
}

const formats: Record<string, string> = {
  get uuid() {
    return i18n.t('an id')
  },
  url: 'a web address',
  get email() {
    return i18n.t('an email address')
  },
  get datetime() {
    return i18n.t('a time such as 2026-01-31T09:30:00Z')
  },
  date: 'a date such as 2026-01-31',
}

const units: Record<string, string> = { string: ' characters', array: ' entries', file: ' bytes' }

/** "must have at most 5 characters" for what has a length, "must be at most 5" for a number. */
function boundOf(side: 'most' | 'least', { origin, bound }: { origin: string; bound: number | bigint }) {
  const unit = units[origin]
  return unit === undefined
    ? i18n.t('must be at {side} {bound}', { side, bound })
    : i18n.t('must have at {side} {bound}{unit}', { side, bound, unit })
}

function ruleOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return i18n.t('is required')
      return i18n.t('must be {expected}', { expected: kinds[issue.expected] ?? i18n.t('something else') })
    case 'invalid_value':
      return issue.values.length === 1
        ? i18n.t('must be {value}', { value: String(issue.values[0]) })
        : i18n.t('must be one of {join}', { join: issue.values.map(String).join(', ') })
    case 'too_big':
      return boundOf('most', { origin: issue.origin, bound: issue.maximum })
    case 'too_small':
      return boundOf('least', { origin: issue.origin, bound: issue.minimum })
    case 'invalid_format':
      return formats[issue.format] === undefined
        ? i18n.t('is not written as it has to be')
        : i18n.t('must be {format}', { format: formats[issue.format] })
    case 'unrecognized_keys':
      return issue.keys.length === 1 ? i18n.t('is not a known field') : i18n.t('are not known fields')
    default:
      return i18n.t('is not valid')
  }
}

/** The fault of one field, for a person: the rule's own text where it has one, else a sentence that begins with the field's name. */
export function issueSentence(issue: Issue): string {
  if (!ownMessage.test(issue.message)) return issue.message
  const path = issue.path.map(String).join('.')
  const named =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)).join(', ')
      : path || i18n.t('The input')
  return `${named} ${ruleOf(issue)}`
}

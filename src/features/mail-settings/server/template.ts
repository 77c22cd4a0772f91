import { i18n } from '#platform/contract/i18n.ts'
import { Liquid, LiquidError } from 'liquidjs'
import { AppError } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { plainHtml } from '#platform/server/send/mail-html.ts'
import { oneLine } from '#platform/server/one-line.ts'
import type { EmailPreview, EmailTemplate, MailVariables } from '../contract.ts'
import { createHtmlValues } from './html-values.ts'

/** Far more than a mail needs, and too little to block the server. */
const renderWithinMs = 1000
const memoryUnits = 2_000_000

const options = {
  parseLimit: limits.mailTemplate,
  renderLimit: renderWithinMs,
  memoryLimit: memoryUnits,
  strictFilters: true,
  strictVariables: true,
  ownPropertyOnly: true,
  // Replaces the file system: nothing can be included.
  templates: {},
}

function withoutFiles(engine: Liquid): Liquid {
  for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag]
  return engine
}

/** Prints a value as Liquid does. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).join('')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @param mark returns a placeholder until the value's place is known */
function createHtmlEngine(mark: (text: string) => string): Liquid {
  const engine = withoutFiles(new Liquid({ ...options, outputEscape: (value) => mark(toText(value)) }))
  // People's texts must stay text in every template.
  delete engine.filters['raw']
  // Output is always escaped and broken into lines; these filters must not do it twice.
  for (const filter of ['escape', 'escape_once', 'xml_escape', 'newline_to_br'])
    engine.registerFilter(filter, (value) => value)
  return engine
}

const textEngine = withoutFiles(new Liquid(options))

const labels = { subject: 'Subject', htmlTemplate: 'HTML template', textTemplate: 'Text template' }

function faultOf(field: keyof EmailTemplate, error: unknown): AppError {
  const fault = LiquidError.is(error) ? error : undefined
  const [line, column] = fault?.token.getPosition() ?? []
  const message = error instanceof Error ? error.message : String(error)
  const what = (fault?.originalError?.message || message).replace(/, line:\d+, col:\d+$/, '')
  const where = line === undefined ? '' : `, line ${line}, column ${column}`
  const said = `${labels[field]}${where}: ${what}`
  return new AppError('invalid', said, { issues: [{ path: `emailTemplate.${field}`, message: said }] })
}

/**
 * Renders a mail. In its HTML all variables are escaped. A part that does not name `howToReply`, as those of
 * former versions, says it below the message.
 * @param messageHtml safe HTML for the message between tags; absent: its text with breaks and links
 * @throws {AppError} `invalid`, with field and line of the fault
 */
export function renderMail(
  template: EmailTemplate,
  variables: MailVariables,
  messageHtml = plainHtml(variables.message),
): EmailPreview {
  const render = (field: keyof EmailTemplate, engine: Liquid, values = variables) => {
    try {
      return String(engine.parseAndRenderSync(template[field], { ...values }))
    } catch (error) {
      throw faultOf(field, error)
    }
  }
  const { message, howToReply } = variables
  const isAdded = (field: keyof EmailTemplate) => howToReply !== '' && !template[field].includes('howToReply')
  const added = isAdded('htmlTemplate') ? `<br><br>${plainHtml(howToReply)}` : ''
  const { mark, place } = createHtmlValues(message, `${messageHtml}${added}`)
  return {
    subject: oneLine(render('subject', textEngine)),
    html: place(render('htmlTemplate', createHtmlEngine(mark))),
    text: render('textTemplate', textEngine, {
      ...variables,
      message: isAdded('textTemplate') ? `${message}\n\n${howToReply}` : message,
    }),
  }
}

/** @param inbound address for answers; undefined: nobody can answer by mail */
export const sampleVariables = (
  companyName: string,
  publicUrl: string,
  inbound: string | undefined,
): MailVariables => ({
  ticketNumber: 'TKT-000123',
  subject: i18n.t('The printer on the second floor does not print'),
  status: i18n.t('In Progress'),
  clientName: 'Acme Corporation',
  message: i18n.t('A technician is on the way.\nPlease keep the printer switched on until then.'),
  ticketUrl: `${publicUrl}/my-tickets?ticket=TKT-000123`,
  companyName,
  howToReply:
    inbound === undefined
      ? ''
      : i18n.t('Just reply to this email, or write to {address}.', { address: inbound }),
})

import { Readable } from 'node:stream'
import {
  boundedMessageId,
  boundedReferences,
  findOnlyAddress,
  listAddresses,
  listMessageIds,
  validAddress,
} from './addresses.ts'
import { isBounceMail, judgeAutomatic } from './machines/automatic.ts'
import { readBody } from './body.ts'
import { readReport } from './machines/bounces.ts'
import { cleanLine } from './clean-text.ts'
import { unwrap } from './containers.ts'
import { fold } from './quotes/fold.ts'
import { findForwarded, isForwarded } from './quotes/forwarded.ts'
import { decodeWords, type HeaderBlock } from './header-text.ts'
import { readTree } from './mime-tree.ts'
import { readLimits, type MailAddress, type MailMark, type ReadMail } from './public/read-mail.ts'
import { anySign } from './quotes/signs.ts'

const mailDate =
  /^(?:\p{L}{2,10}\.?,?\s+)?\d{1,2}[\s-]+[a-z]{3,9}[\s-]+(?:\d{4}|\d{2})\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+(?:[+-]\d{4}|[a-z]{1,5}))?$/iu
const isoDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)?$/

/** Reads a Date header (RFC 5322). @returns null for rubbish, which the engine would take for some date */
function readDate(value: string): Date | null {
  const text = value
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length > 60 || (!mailDate.test(text) && !isoDate.test(text))) return null
  const date = new Date(text.replace(/^\p{L}{2,10}\.?,?\s+/u, ''))
  const year = date.getUTCFullYear()
  return year >= 1980 && year < 2100 ? date : null
}

function readReturnPath(headers: HeaderBlock): string | null {
  const [value] = headers.all('return-path')
  if (value === undefined) return null
  if (/^<\s*>$/.test(value)) return ''
  return validAddress(value.replaceAll(/^<|>$/g, '')) ?? null
}

/** Values of headers. Results of a relay stay as they are: encoded words in them are the sender's own. */
const decodedHeaders = ({ entries }: HeaderBlock): ReadMail['headers'] =>
  new Map(
    [...entries].map(([name, values]) => [
      name,
      values.map((value) =>
        cleanLine(
          name === 'authentication-results' ? value : decodeWords(value).text,
          readLimits.headerCharacters,
        ),
      ),
    ]),
  )

const shownHeaders = ['subject', 'from', 'to', 'cc', 'reply-to', 'sender']

/**
 * Understands a mail.
 * @param raw bytes of the message (RFC 5322)
 * @param fileBytes files with more come without their bytes
 * @throws {UnreadableMail} `too-many-parts` or `broken`
 */
export async function understandMail(raw: Readable, fileBytes?: number): Promise<ReadMail> {
  const root = await unwrap(await readTree(raw, { fileBytes }))
  const { headers } = root
  const marks = new Set<MailMark>()
  const isReadable = shownHeaders.every((name) =>
    headers.all(name).every((value) => !value.includes('\uFFFD') && decodeWords(value).isExact),
  )
  if (!isReadable || !headers.isExact) marks.add('undecodable')

  const sender = findOnlyAddress(headers, 'sender')
  const isAnonymous = headers.first('from').trim() === ''
  const from: MailAddress | null = isAnonymous ? sender : findOnlyAddress(headers, 'from')
  if (isAnonymous && sender) marks.add('sender-used')

  const subject = cleanLine(decodeWords(headers.first('subject')).text, readLimits.subjectCharacters)
  const date = readDate(headers.first('date'))
  const returnPath = readReturnPath(headers)
  const isBounce = isBounceMail(root, { from, returnPath, subject })
  const body = readBody(root)
  for (const mark of body.marks) marks.add(mark)
  const lines = body.marked.split('\n')
  const passesOn = !isBounce && isForwarded(subject, lines)
  const whole = [body.marked.replaceAll(anySign, ''), ...body.unseen].join('\n\n').trim()
  const report = readReport(root, isBounce, whole)
  const automatic = judgeAutomatic(
    root,
    { returnPath, subject, date, from },
    { isBounce, isSuccess: report.isSuccess },
    whole,
  )
  const [messageId = null] = listMessageIds(headers.first('message-id'))

  return {
    messageId: messageId === null ? null : boundedMessageId(messageId),
    inReplyTo: headers.all('in-reply-to').flatMap(listMessageIds).slice(0, readLimits.references),
    references: boundedReferences([...new Set(headers.all('references').flatMap(listMessageIds))]),
    subject,
    from,
    fromText: headers.text('from'),
    sender,
    replyTo: listAddresses(headers, 'reply-to'),
    to: listAddresses(headers, 'to'),
    cc: listAddresses(headers, 'cc'),
    returnPath,
    headers: decodedHeaders(headers),
    date,
    ...fold(body.marked, passesOn),
    whole,
    files: body.files,
    automatic,
    bounces: report.bounces,
    bouncedMessageId: report.bouncedMessageId,
    forwarded:
      passesOn || body.messages.length === 1
        ? findForwarded(passesOn ? whole : '', isBounce || automatic ? [] : body.messages)
        : null,
    marks: [...marks],
  }
}

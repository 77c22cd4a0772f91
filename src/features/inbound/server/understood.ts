import { z } from 'zod'
import type { ReadMail } from '#features/mail-reading/server/public/read-mail.ts'
import { automaticKinds, mailMarks } from '../contract.ts'

const Address = z.object({ name: z.string(), address: z.string() })

/** Mail as the desk reads it, beside its source. Later versions read what this one wrote: fields are only added. */
export const Understood = z.object({
  subject: z.string(),
  from: Address.nullable(),
  sender: Address.nullable(),
  replyTo: z.array(Address),
  to: z.array(Address),
  cc: z.array(Address),
  text: z.string(),
  folded: z.array(z.object({ kind: z.enum(['quote', 'signature']), text: z.string() })),
  files: z.array(z.object({ name: z.string(), type: z.string(), size: z.number().int() })),
  marks: z.array(z.enum(mailMarks)),
  automatic: z.enum(automaticKinds).nullable(),
  /** Date header, by which copies of one mail are known. */
  date: z.iso.datetime().nullable().default(null),
  /** Names of files that were left out. */
  leftOut: z.array(z.string()).default([]),
  newSubject: z.string().nullable().default(null),
  /** Ticket that was made of it, for its new subject. */
  splitTicketId: z.string().nullable().default(null),
  isThanks: z.boolean().default(false),
})
export type Understood = z.output<typeof Understood>

/** Ids of a proposal for the desk. */
export const Suggested = z.object({
  ticketId: z.string().optional(),
  personId: z.string().optional(),
  clientId: z.string().optional(),
  clientIds: z.array(z.string()).optional(),
  sender: Address.optional(),
})
export type Suggested = z.output<typeof Suggested>

/** @returns null for nothing, and for what a later version wrote */
export const readUnderstood = (stored: unknown): Understood | null =>
  Understood.safeParse(stored).data ?? null
export const readSuggested = (stored: unknown): Suggested => Suggested.safeParse(stored).data ?? {}

/** Describes a mail for the desk. Its own words are beside it when it became something. */
export function describeMail(mail: ReadMail): Understood {
  const { subject, from, sender, replyTo, to, cc, text, folded, files, marks, automatic, date } = mail
  return {
    subject,
    from,
    sender,
    replyTo,
    to,
    cc,
    text,
    folded,
    files: files.map(({ name, type, bytes, later }) => ({ name, type, size: later?.size ?? bytes.length })),
    marks,
    automatic: automatic?.kind ?? null,
    date: date?.toISOString() ?? null,
    leftOut: [],
    newSubject: null,
    splitTicketId: null,
    isThanks: false,
  }
}

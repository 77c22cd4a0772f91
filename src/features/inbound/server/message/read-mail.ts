/** Address of a mail's header: decoded, NFC, without control characters, the address in lower case. */
export interface MailAddress {
  name: string
  address: string
}

/** Reasons why a mail is taken for one that no person wrote. */
export type AutomaticKind = 'auto-reply' | 'out-of-office' | 'bounce' | 'list' | 'bulk' | 'notification'

export interface MailFile {
  /** Decoded and safe as a file name; never empty. */
  name: string
  /** Declared type; the upload checks the content itself. */
  type: string
  bytes: Buffer
  /** Content-ID without angle brackets, when the text shows the file in its place as `cid:`. */
  cid: string | null
  /** The mail ended within the file. */
  isCut: boolean
}

/** Delivery report (RFC 3464) about one recipient. */
export interface Bounce {
  address: string
  /** "5.1.1" */
  status: string
  /** `failed` for good, or only `delayed`. */
  action: 'failed' | 'delayed'
  diagnostic: string
}

/** A received mail, understood. All texts are NFC without control characters. */
export interface ReadMail {
  /** Without angle brackets; null when the mail has none. */
  messageId: string | null
  inReplyTo: string[]
  /** From the first to the last. */
  references: string[]
  subject: string
  from: MailAddress | null
  sender: MailAddress | null
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  /** Envelope sender by Return-Path; '' for the null path, null when absent. */
  returnPath: string | null
  /** X-Original-From, Delivered-To and others, names in lower case, decoded. */
  headers: ReadonlyMap<string, readonly string[]>
  date: Date | null
  /** New words as Markdown; pictures in their place as `![name](cid:…)`. */
  text: string
  /** Quoted mails and signatures, as Markdown, in their order; `text` and these are the whole message. */
  folded: { kind: 'quote' | 'signature'; text: string }[]
  /** Plain text of the whole message, for tokens in quoted parts. */
  whole: string
  files: MailFile[]
  automatic: { kind: AutomaticKind; until: string | null } | null
  bounces: Bounce[]
  /** Message-ID of the mail that a bounce returns. */
  bouncedMessageId: string | null
  /** Inner sender of a forwarded mail. */
  forwarded: MailAddress | null
  /** Signed or encrypted parts that were recognised, and faults that were repaired. */
  marks: ('undecodable' | 'cut' | 'signed' | 'encrypted' | 'tnef' | 'calendar' | 'sender-used')[]
}

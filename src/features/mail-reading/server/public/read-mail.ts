/** Address of a mail's header: decoded, NFC, without control characters, the address in lower case, its domain in ASCII. */
export interface MailAddress {
  name: string
  address: string
}

/** Reasons why a mail is taken for one that no person wrote. */
export type AutomaticKind = 'auto-reply' | 'out-of-office' | 'bounce' | 'list' | 'bulk' | 'notification'

/**
 * Roles of attached files. All but `file` are told apart from what the sender attached: signatures and public keys, an attached mail, an
 * invitation, a delivery report, the `winmail.dat` whose content stands beside it, and the source of a body that was too long to show.
 */
export type MailFileKind =
  | 'file'
  | 'signature'
  | 'key'
  | 'message'
  | 'calendar'
  | 'report'
  | 'container'
  | 'body'

export interface MailFile {
  kind: MailFileKind
  /** Decoded and safe as a file name; never empty, at most 255 bytes, unique within the mail. */
  name: string
  /** Declared type; the upload checks the content itself. */
  type: string
  bytes: Buffer
  /** Content-ID without angle brackets, when the text shows the file in its place as `![name](cid:…)`. */
  cid: string | null
  /** The mail ended within the file. */
  isCut: boolean
  /** Set where `bytes` are empty, because the caller asked to leave large files out: `readFiles` brings them. */
  later?: { part: number; size: number }
}

/** Delivery report (RFC 3464) about one recipient. */
export interface Bounce {
  /** Original recipient where it is known; in lower case. */
  address: string
  /** "5.1.1" */
  status: string
  /** `failed` for good, or only `delayed`. */
  action: 'failed' | 'delayed'
  diagnostic: string
}

export type MailMark =
  /** Bytes that are illegal in their charset were replaced or guessed. */
  | 'undecodable'
  /** The mail ended within a part. */
  | 'cut'
  /** Signed by S/MIME or PGP; nothing is verified. */
  | 'signed'
  | 'encrypted'
  | 'tnef'
  | 'calendar'
  /** Without From, the Sender is taken for it. */
  | 'sender-used'
  /** The text ends at `readLimits.textCharacters`; a file of kind `body` has all of it. */
  | 'shortened'

/** A received mail, understood. All texts are NFC without control characters. */
export interface ReadMail {
  /** Without angle brackets; null when the mail has none. Longer than 250 characters: the SHA-256 in hex. Likewise all Message-IDs. */
  messageId: string | null
  inReplyTo: string[]
  /** From the first to the last; the first one and the latest, at most `readLimits.references`. */
  references: string[]
  subject: string
  /** Null unless the header names exactly one valid address. Encoded words give a name only, never an address. */
  from: MailAddress | null
  /** Decoded From header, for people to read; '' when the mail has none. */
  fromText: string
  sender: MailAddress | null
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  /** Envelope sender by Return-Path; '' for the null path, null when absent. */
  returnPath: string | null
  /** X-Original-From, Delivered-To and others, names in lower case, decoded. */
  headers: ReadonlyMap<string, readonly string[]>
  /** Null when the header is absent or rubbish. */
  date: Date | null
  /** New words as Markdown; pictures in their place as `![name](cid:…)`, remote ones as links. */
  text: string
  /** Quoted mails and signatures, as Markdown, in their order; `text` and these are the whole message. */
  folded: { kind: 'quote' | 'signature'; text: string }[]
  /** Plain text of the whole message, for tokens in quoted parts. */
  whole: string
  files: MailFile[]
  automatic: {
    kind: AutomaticKind
    /** End of an absence as YYYY-MM-DD, when it can be read. */
    until: string | null
    /** Only the wording of the subject says so; no header does. */
    isGuess: boolean
  } | null
  bounces: Bounce[]
  /** Message-ID of the mail that a bounce returns. */
  bouncedMessageId: string | null
  /** Inner sender of a forwarded mail. */
  forwarded: MailAddress | null
  marks: MailMark[]
}

/** Bounds of a mail that is read; lists end there. */
export const readLimits = {
  timeMs: 5000,
  /** Raw message. Larger ones are unreadable. */
  bytes: 50 * 1024 * 1024,
  /** Heap of JavaScript; bytes of files come on top. */
  heapMb: 48,
  /** Larger files come without their bytes; `readFiles` brings them. */
  fileBytes: Number.MAX_SAFE_INTEGER,
  addresses: 200,
  references: 100,
  files: 200,
  parts: 1000,
  headers: 500,
  headerCharacters: 4000,
  subjectCharacters: 1000,
  textCharacters: 200_000,
} as const

export type UnreadableReason = 'too-large' | 'too-slow' | 'too-much-memory' | 'too-many-parts' | 'broken'

/** Thrown by `readMail` alone; the reason is a word for the log and the tray. */
export class UnreadableMail extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, cause?: unknown) {
    super(`The mail could not be read: ${reason}`, { cause })
    this.name = 'UnreadableMail'
    this.reason = reason
  }
}

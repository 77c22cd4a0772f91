/** Every limit on input, in one place. Lengths count code points. */
export const limits = {
  subject: 255,
  name: 100,
  description: 50_000,
  comment: 20_000,
  chatMessage: 5_000,
  email: 254,
  passwordMin: 6,
  /** Longer passwords only cost hashing time. */
  passwordMaxBytes: 1024,
  search: 200,
  /** Maximum of the domain name system. */
  host: 253,
  mailTemplate: 100_000,
  jsonBodyBytes: 1024 * 1024,
  socketFrameBytes: 64 * 1024,
  idempotencyKey: 255,
  /** Most file systems take no more bytes. */
  fileName: 255,
  /** Files on one ticket form, comment or chat message. */
  filesAtOnce: 20,
  /** Files of one ticket, with those of its comments and its chat. */
  filesPerTicket: 500,
  /** Unattached uploads of one person. */
  pendingUploads: 100,
  pendingUploadBytes: 4 * 1024 * 1024 * 1024,
  /** S3 takes no more parts of one file, and only the last may be smaller. */
  uploadParts: 10_000,
  uploadPartMinBytes: 5 * 1024 * 1024,
  photoBytes: 5 * 1024 * 1024,
  /** Size before scaling down; decoding more would take too much memory. */
  photoPixels: 24_000_000,
  /** Longer than any signed address. */
  url: 4096,
} as const

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
  /** Length of a host in the domain name system. */
  host: 253,
  mailTemplate: 100_000,
  jsonBodyBytes: 1024 * 1024,
  socketFrameBytes: 64 * 1024,
  idempotencyKey: 255,
  /** Length of a file's name; most file systems take no more bytes. */
  fileName: 255,
  /** Files on one ticket form, comment or chat message. */
  filesAtOnce: 20,
  /** Files that one person may have uploaded and not attached to anything yet. */
  pendingUploads: 100,
  pendingUploadBytes: 4 * 1024 * 1024 * 1024,
  /** S3 takes no more parts of one file, and none but the last may be smaller. */
  uploadParts: 10_000,
  uploadPartMinBytes: 5 * 1024 * 1024,
  photoBytes: 5 * 1024 * 1024,
  /** Size of a photo before it is made smaller; more would take too much memory to read. */
  photoPixels: 24_000_000,
  /** Longer than any address that was signed. */
  url: 4096,
} as const

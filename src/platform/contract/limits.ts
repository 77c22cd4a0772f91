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
  jsonBodyBytes: 1024 * 1024,
  socketFrameBytes: 64 * 1024,
  idempotencyKey: 255,
} as const

/** Seed of every random choice in a test. It is fixed, but for the long tests, which print theirs. */
export const seed = Number(process.env.TEST_SEED)

/** What every random choice in a test begins with. It is fixed, but for the long tests, which print theirs. */
export const seed = Number(process.env.TEST_SEED)

/**
 * What every random choice of a run begins with: another one in each run, unless TEST_SEED names that of a run which is
 * to happen again. A test that fails by it says it.
 */
export const seed = Number(process.env.TEST_SEED)

/** How much of a long test is done: all of it in the long part, less in the dose that continuous integration takes. */
export const inDose = (whole: number, dose: number): number =>
  process.env.TEST_PART === 'dose' ? dose : whole

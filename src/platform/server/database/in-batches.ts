/** Rows per statement: more would block the embedded database for too long. */
const rowsAtOnce = 500

/**
 * Repeats a statement until it finds fewer rows than it may take.
 * @param some handles at most so many rows, and returns their number
 * @returns the number of all rows
 */
export async function inBatches(some: (limit: number) => Promise<number>): Promise<number> {
  let all = 0
  for (let found = rowsAtOnce; found === rowsAtOnce; all += found) found = await some(rowsAtOnce)
  return all
}

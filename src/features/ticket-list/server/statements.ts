import { createHash } from 'node:crypto'

/** Each connection keeps the plan of each named statement; beyond these, statements are planned each time. */
const statementsKept = 300

/**
 * Builds each shape of statement once. A name lets the database plan it once, too. A statement that looks for text has none, because its
 * best plan depends on the text, and neither has one that is rarely asked.
 */
export function createStatements<G extends unknown[], S>(build: (name: string, ...given: G) => S) {
  const built = new Map<string, S>()
  return (shape: string, isPlannedEachTime: boolean, ...given: G): S => {
    const known = built.get(shape)
    if (known) return known
    if (isPlannedEachTime || built.size >= statementsKept) return build('', ...given)
    const made = build(createHash('sha1').update(shape).digest('hex'), ...given)
    built.set(shape, made)
    return made
  }
}

import { createHash } from 'node:crypto'

/** Connections keep the plan of each named statement; beyond these, statements are planned each time. */
const mostStatements = 300

/**
 * Names statements, to be planned once. Rare ones and text searches have no name: their best plan depends on
 * the text.
 */
export function createStatements<G extends unknown[], S>(build: (name: string, ...given: G) => S) {
  const built = new Map<string, S>()
  return (shape: string, isPlannedEachTime: boolean, ...given: G): S => {
    const known = built.get(shape)
    if (known) return known
    if (isPlannedEachTime || built.size >= mostStatements) return build('', ...given)
    const made = build(createHash('sha1').update(shape).digest('hex'), ...given)
    built.set(shape, made)
    return made
  }
}

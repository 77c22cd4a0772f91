interface Remembered<T> {
  position: number
  answer: Promise<T>
  /** How long it is as JSON, in characters, once it is known. */
  length: number
}

/** Of all answers together, as JSON, in characters; in memory they take a few times as much. */
const longestKept = 16 * 1024 * 1024

/**
 * Remembers answers together with the position of the log before they were looked up; they count for nothing once the log has grown.
 * Questions asked again while the answer is on its way share it.
 * @param atMost how many answers are kept; the one longest unused goes first.
 * @param lengthAtMost how long they may be together, as JSON, in characters
 */
export function createPositionCache<T>(atMost: number, lengthAtMost = longestKept) {
  const answers = new Map<string, Remembered<T>>()
  let length = 0

  function forget(question: string): void {
    length -= answers.get(question)?.length ?? 0
    answers.delete(question)
  }

  function keepWithin(): void {
    for (const question of answers.keys()) {
      if (answers.size <= atMost && length <= lengthAtMost) return
      forget(question)
    }
  }

  async function weigh(question: string, made: Remembered<T>): Promise<void> {
    try {
      const answer = await made.answer
      if (answers.get(question) !== made) return
      made.length = question.length + (JSON.stringify(answer) ?? '').length
      length += made.length
      keepWithin()
    } catch {
      if (answers.get(question) === made) forget(question)
    }
  }

  return function remembered(question: string, position: number, lookUp: () => Promise<T>): Promise<T> {
    const known = answers.get(question)
    if (known && known.position >= position) {
      // The last in the map is the one used last.
      answers.delete(question)
      answers.set(question, known)
      return known.answer
    }
    forget(question)
    const made = { position, answer: lookUp(), length: 0 }
    answers.set(question, made)
    void weigh(question, made)
    keepWithin()
    return made.answer
  }
}

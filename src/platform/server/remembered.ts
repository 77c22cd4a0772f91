/**
 * Remembers answers together with the position of the log before they were looked up; they count for nothing once the log has grown.
 * Questions asked again while the answer is on its way share it.
 * @param atMost how many answers are kept; the one longest unused goes first.
 */
export function createRemembered<T>(atMost: number) {
  const answers = new Map<string, { position: number; answer: Promise<T> }>()

  return function remembered(question: string, position: number, lookUp: () => Promise<T>): Promise<T> {
    const known = answers.get(question)
    answers.delete(question)
    if (known && known.position >= position) {
      answers.set(question, known)
      return known.answer
    }
    const made = { position, answer: lookUp() }
    answers.set(question, made)
    made.answer.catch(() => {
      if (answers.get(question) === made) answers.delete(question)
    })
    const oldest = answers.keys().next().value
    if (answers.size > atMost && oldest !== undefined) answers.delete(oldest)
    return made.answer
  }
}

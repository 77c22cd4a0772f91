/** What the page brings along, so that it need not call for it. */
export interface FirstAnswers {
  /** Where the log stood before they were given. */
  logPosition: number
  /** By path and query, each as its GET would answer now; null for one that would be refused because nobody is signed in. */
  answers: Readonly<Record<string, unknown>>
}

/** The id of the element that holds them as JSON. */
export const firstAnswersId = 'first-answers'

import type { Plot, Step } from './history.ts'
import { people } from './cast.ts'
import { letter, screenshot, textFile, type DemoFile } from './pictures.ts'

const everyNth = 20
/** Count of latest tickets, which visitors look at. */
const latest = 60
const named = (firstName: string) => people.filter((person) => person.firstName === firstName)
const called = ['Daniel', 'Mei', 'Lukas', 'Priya'].flatMap(named)

const papers: readonly ((number: number) => DemoFile)[] = [
  screenshot,
  () => textFile('what-i-did.txt', ['08:55 switched on', '09:02 first message', '09:10 restarted, the same']),
  () => letter('order-confirmation.pdf', ['Order 4711', '', 'Confirmed for delivery within five days.']),
]

function withMention(step: Step, place: number): Step {
  if (step.does !== 'comment' || !step.isInternal) return step
  const colleague = called.filter((person) => person !== step.by)[place % 3]
  return colleague
    ? {
        ...step,
        text: `@${colleague.firstName} ${colleague.lastName} for you to know: ${step.text}`,
        mentions: [colleague],
      }
    : step
}

export const withAsides = (plots: readonly Plot[]): Plot[] =>
  plots.map((plot, place) => {
    const isRecent = place > plots.length - latest
    return {
      ...plot,
      file: place % (isRecent ? everyNth / 2 : everyNth) === 0 ? papers[place % 3]?.(place % 4) : undefined,
      steps: isRecent ? plot.steps.map((step) => withMention(step, place)) : plot.steps,
    }
  })

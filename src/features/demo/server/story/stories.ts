import fs from 'node:fs'
import { categories, priorities, type Category, type Priority } from '#features/tickets/contract.ts'

/** Fault as told in `stories/`: variants of a phrase are written as `{one|another}`. */
export interface Story {
  category: Category
  product: string
  priority: Priority
  project: string | null
  subject: string
  description: string
  talk: readonly Turn[]
}

interface Turn {
  by: 'agent' | 'asker' | 'note'
  text: string
}

const isPriority = (word: string | undefined): word is Priority =>
  (priorities as readonly unknown[]).includes(word)

function readTurn(line: string): Turn {
  const [, by, text] = /^- (agent|asker|note): (.+)$/.exec(line) ?? []
  if (by === undefined || text === undefined) throw new Error(`Not a turn of a talk: ${line}`)
  return { by: by as Turn['by'], text }
}

/** Parses a subject; a line `product | priority | project`; the description; the talk, a line each. */
function readStory(category: Category, source: string): Story {
  const [subject = '', facts = '', ...lines] = source.trim().split('\n')
  const [product = '', priority, project = null] = facts.split(' | ')
  if (!isPriority(priority)) throw new Error(`No priority in the story "${subject}"`)
  const talkBegins = lines.findIndex((line) => line.startsWith('- '))
  return {
    category,
    product,
    priority,
    project,
    subject,
    description: lines.slice(0, talkBegins).join('\n').trim(),
    talk: lines.slice(talkBegins).map(readTurn),
  }
}

export const readStories = (): Story[] =>
  categories.flatMap((category) =>
    fs
      .readFileSync(new URL(`stories/${category}.md`, import.meta.url), 'utf8')
      .split(/^# /m)
      .slice(1)
      .map((source) => readStory(category, source)),
  )

/** Fills variants and names. Parallel lists agree, as one `variant` picks one place. */
export function fillIn(text: string, variant: number, names: Readonly<Record<string, string>>): string {
  const pick = (_: string, inside: string) => {
    const options = inside.split('|')
    const option = options[variant % options.length] ?? ''
    return options.length === 1 ? (names[option] ?? option) : option
  }
  // Twice: a variant may itself hold a name.
  return text.replaceAll(/\{(\w+)\}/g, pick).replaceAll(/\{([^{}]+)\}/g, pick)
}

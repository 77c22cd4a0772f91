import fs from 'node:fs'
import { createChance, type Chance } from './chance.ts'
import type { Plot, Step } from './history.ts'
import { letter, screenshot, textFile, type DemoFile } from './pictures.ts'
import { fillIn } from './stories.ts'

interface Line {
  by: 'asker' | 'agent'
  text: string
  file: string | undefined
}

interface Talk {
  about: string
  lines: readonly Line[]
}

const howMany = 25

function readTalk(source: string): Talk {
  const [about = '', ...lines] = source.trim().split('\n')
  return {
    about,
    lines: lines.map((line) => {
      const [, by, text, file] = /^- (agent|asker): (.+?)(?: \[(\w+)\])?$/.exec(line) ?? []
      if (by === undefined || text === undefined) throw new Error(`Not a line of a chat: ${line}`)
      return { by: by as Line['by'], text, file }
    }),
  }
}

const readTalks = (): Talk[] =>
  fs
    .readFileSync(new URL('chats.md', import.meta.url), 'utf8')
    .split(/^# /m)
    .slice(1)
    .map(readTalk)

const files: Record<string, (number: number) => DemoFile> = {
  screenshot,
  measurement: () =>
    textFile('measurement.txt', [
      'to                 sent  lost  best   worst',
      'gateway             100     0   1 ms    4 ms',
      'provider            100     6  11 ms  340 ms',
      'portal              100     6  14 ms  352 ms',
    ]),
  headers: () =>
    textFile('message.txt', [
      'Reporting-MTA: dns; mx.northgate.example',
      'Action: failed',
      'Status: 5.7.1',
      'Diagnostic-Code: smtp; 550 5.7.1 message rejected',
    ]),
  delivery: () =>
    letter('delivery-note.pdf', ['Delivery note 20417', '', '1 notebook 14 inch', '1 charger', '1 bag']),
  steps: () =>
    letter('steps-to-try.pdf', [
      'What to try on the test system',
      '',
      '1. Sign in as always',
      '2. Open the list of today',
      '3. Choose any entry',
      '4. Change the note and save',
      '5. Open it again',
    ]),
}

type Ending = 'read' | 'unread by the desk' | 'unread by the client'
const endings: readonly Ending[] = ['unread by the desk', 'read', 'unread by the client']

/** Takes the lines up to the unread one, or all. */
function upTo(lines: readonly Line[], ending: Ending): readonly Line[] {
  if (ending === 'read') return lines
  const by = ending === 'unread by the desk' ? 'asker' : 'agent'
  return lines.slice(0, lines.findLastIndex((line) => line.by === by) + 1)
}

interface Assigned {
  plot: Plot
  agent: Step['by']
  from: number
  to: number
  isOver: boolean
}

/** Finds the assignee, and the time for their chat, in working minutes ago. */
function assignedIn(plot: Plot): Assigned | undefined {
  const assign = plot.steps.find((step) => step.does === 'assign')
  const end = plot.steps.find((step) => step.does === 'status' && step.status === 'resolved')
  if (!assign || plot.creator.role !== 'client') return undefined
  return {
    plot,
    agent: assign.to,
    from: assign.minutesAgo,
    to: end?.minutesAgo ?? 0,
    isOver: end !== undefined,
  }
}

function chatOf({ plot, agent, from, to, isOver }: Assigned, talk: Talk, place: number, chance: Chance) {
  const ending = isOver ? 'read' : (endings[place % endings.length] ?? 'read')
  const lines = upTo(talk.lines, ending)
  const span = from - to
  const gap = Math.min(chance.between(1.5, 5), span / (2 * lines.length + 2))
  let at = to + span * chance.between(0.2, 0.45) + gap * lines.length
  const steps = lines.flatMap((line, turn): Step[] => {
    const by = line.by === 'agent' ? agent : plot.creator
    const said: Step = {
      does: 'chat',
      by,
      minutesAgo: (at -= gap),
      text: fillIn(line.text, place, {}),
      file: line.file === undefined ? undefined : files[line.file]?.(place),
    }
    return turn === 0 ? [said] : [{ does: 'read', by, minutesAgo: at + gap / 4 }, said]
  })
  const reader = lines.at(-1)?.by === 'agent' ? plot.creator : agent
  return ending === 'read'
    ? [...steps, { does: 'read', by: reader, minutesAgo: at - gap / 2 } as const]
    : steps
}

/** Adds chats to some of the latest tickets. Ongoing ones may end unread. */
export function withChats(plots: readonly Plot[]): Plot[] {
  const chance = createChance(307)
  const talks = readTalks()
  const chosen = plots
    .map(assignedIn)
    .filter((one) => one !== undefined)
    .slice(-howMany)
  const chats = new Map(
    chosen.map((one, place) => {
      const fitting = talks.filter(({ about }) => about === 'any' || about === one.plot.story.category)
      return [one.plot, chatOf(one, chance.one(fitting), place, chance)]
    }),
  )
  return plots.map((plot) => ({ ...plot, steps: [...plot.steps, ...(chats.get(plot) ?? [])] }))
}

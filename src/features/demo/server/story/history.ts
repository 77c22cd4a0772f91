import type { Priority } from '#features/tickets/contract.ts'
import { companies, people, type Character, type Company } from './cast.ts'
import { createChance, type Chance } from './chance.ts'
import type { DemoFile } from './pictures.ts'
import { readStories, fillIn, type Story } from './stories.ts'

/** One action on a ticket, `minutesAgo` in working time. */
export type Step = { minutesAgo: number; by: Character } & (
  | { does: 'assign'; to: Character; priority?: Priority; status?: 'progress' }
  | { does: 'status'; status: 'progress' | 'testing' | 'resolved' | 'closed' }
  | { does: 'comment'; text: string; isInternal: boolean; mentions?: readonly Character[] }
  | { does: 'chat'; text: string; file?: DemoFile | undefined }
  | { does: 'read' }
)

export interface Plot {
  story: Pick<Story, 'category' | 'product' | 'priority' | 'project'>
  subject: string
  description: string
  company: Company
  minutesAgo: number
  creator: Character
  file?: DemoFile | undefined
  steps: Step[]
}

type Fate = 'open' | 'progress' | 'testing' | 'resolved' | 'closed'

/** Ages of unresolved tickets, in working minutes. */
const aliveSince: Record<Exclude<Fate, 'closed'>, readonly number[]> = {
  open: [4, 21, 48, 95, 150, 210, 280, 390, 480, 620, 800, 1150, 1900, 3300],
  progress: [70, 190, 330, 560, 700, 980, 1300, 2100, 4200],
  testing: [420, 760, 1240, 1700, 2400, 3600],
  resolved: Array.from({ length: 20 }, (_, place) => 240 + place * 170),
}
const oldestMinutes = 37_000
const youngestClosedMinutes = 2600
/** Time to resolve a ticket of a priority, in working minutes. */
const takes: Record<Priority, readonly [number, number]> = {
  critical: [35, 240],
  high: [90, 800],
  medium: [180, 1600],
  low: [240, 3000],
}
const shares: readonly number[] = [10, 7, 10, 6]

const asks = [
  'Is there any news? It would help us to know until when.',
  'One more thing: a colleague has the same since lunch.',
  'I am in the office until five, then on the mobile.',
]
const remarks = [
  'Called back, nobody there. Trying again after lunch.',
  'Looks like the one from two weeks ago, see the earlier ticket.',
  'Can wait for the visit on Thursday, told them so by phone.',
  'Needs somebody with rights on their tenant.',
]

const staff = people.filter(({ role }) => role !== 'client')
const desk = staff.filter(({ role }) => role !== 'internal')
const lastName = (name: string) => staff.filter((one) => one.lastName === name)
/** Experts on a product; twice means twice as often. */
const experts: Record<string, readonly Character[]> = {
  'Managed Workplace': ['Lindqvist', 'Lindqvist', 'Nair', 'Brandt'].flatMap(lastName),
  'Managed Network': ['Okafor', 'Okafor', 'Lindqvist', 'Brandt'].flatMap(lastName),
  'Patient Portal': ['Tanaka', 'Okafor'].flatMap(lastName),
  'Appointment Reminders': lastName('Okafor'),
  'Drawing Vault': lastName('Brandt'),
  'Fleet Tracker': ['Okafor', 'Brandt'].flatMap(lastName),
  'Dock Scheduler': lastName('Tanaka'),
  'Till & Stock': ['Brandt', 'Nair'].flatMap(lastName),
}

/** Deals stories evenly, each time in the next variant; calm ones are not critical. */
function createNarrator(chance: Chance, ownProducts: ReadonlyMap<string, string>) {
  const stories = readStories()
  const told = new Map<Story, number>()
  return (company: Company, isCalm: boolean): { story: Story; variant: number } => {
    const fitting = stories.filter(
      ({ product, priority }) =>
        (ownProducts.get(product) ?? company.name) === company.name && !(isCalm && priority === 'critical'),
    )
    const fewest = Math.min(...fitting.map((story) => told.get(story) ?? 0))
    const story = chance.one(
      fitting.filter((one) => (told.get(one) ?? 0) <= fewest + (ownProducts.has(one.product) ? 2 : 0)),
    )
    const variant = told.get(story) ?? 0
    told.set(story, variant + 1)
    return { story, variant }
  }
}

function fates(chance: Chance, howMany: number): { fate: Fate; minutesAgo: number }[] {
  const alive = Object.entries(aliveSince).flatMap(([fate, ages]) =>
    ages.map((minutesAgo) => ({ fate: fate as Fate, minutesAgo: minutesAgo * chance.between(1, 1.06) })),
  )
  const closed = howMany - alive.length
  const span = (oldestMinutes - youngestClosedMinutes) / closed
  return [
    ...alive,
    ...Array.from({ length: closed }, (_, place) => ({
      fate: 'closed' as const,
      minutesAgo: youngestClosedMinutes + (place + chance.between(0, 1)) * span,
    })),
  ].toSorted((a, b) => a.minutesAgo - b.minutesAgo)
}

interface Scene {
  chance: Chance
  story: Story
  fate: Fate
  asker: Character
  agent: Character
  dispatcher: Character
  priority: Priority | undefined
  say(text: string): string
}

function unfold({ chance, story, fate, asker, agent, dispatcher, priority, say }: Scene): UntimedStep[] {
  const turn = ({ by, text }: Story['talk'][number]): UntimedStep => ({
    does: 'comment',
    by: by === 'asker' ? asker : agent,
    text: say(text),
    isInternal: by === 'note',
  })
  const status = (to: Exclude<Fate, 'open'>, by: Character): UntimedStep => ({
    does: 'status',
    status: to,
    by,
  })
  const assign: UntimedStep = { does: 'assign', by: dispatcher, to: agent, ...(priority && { priority }) }
  if (fate === 'open') {
    const word = chance.isLucky(0.3) ? [turn({ by: 'asker', text: chance.one(asks) })] : []
    const remark = chance.isLucky(0.3)
      ? [{ ...turn({ by: 'note', text: chance.one(remarks) }), by: dispatcher }]
      : []
    return [...(chance.isLucky(0.4) ? [assign] : []), ...remark, ...word]
  }
  const answer = story.talk.findLastIndex(({ by }) => by === 'agent')
  const before = story.talk.slice(0, answer).map(turn)
  // Calls go through the desk to the agent, who begins at once.
  const begun = chance.isLucky(0.6)
    ? [{ ...assign, status: 'progress' as const }]
    : [assign, status('progress', agent)]
  if (fate === 'progress') return [...begun, ...before.slice(0, Math.ceil(chance.between(0, before.length)))]
  const solved = [...begun, ...before, ...story.talk.slice(answer, answer + 1).map(turn)]
  const tested = [...solved, status('testing', agent)]
  if (fate === 'testing') return tested
  const after = story.talk.slice(answer + 1).map(turn)
  const relapse = chance.isLucky(0.05)
    ? [
        status('resolved', agent),
        turn({ by: 'asker', text: 'I am sorry, it is back since this morning.' }),
        status('progress', agent),
        turn({
          by: 'agent',
          text: 'Thank you for telling us. There was a second cause, which is gone now as well.',
        }),
      ]
    : []
  const done = [...(chance.isLucky(0.4) ? tested : solved), ...after, ...relapse, status('resolved', agent)]
  return fate === 'closed' ? [...done, status('closed', dispatcher)] : done
}

type Untimed<S> = S extends Step ? Omit<S, 'minutesAgo'> : never
type UntimedStep = Untimed<Step>

/** Spreads steps over the ticket's time; closing follows some days after resolving. */
function schedule(
  chance: Chance,
  steps: UntimedStep[],
  since: number,
  fate: Fate,
  priority: Priority,
): Step[] {
  const isAlive = fate !== 'resolved' && fate !== 'closed'
  const wanted = isAlive ? since * chance.between(0.45, 0.9) : chance.between(...takes[priority])
  const tookMinutes = Math.min(wanted, since * 0.75)
  const rests = steps.map((_, place) => (place + chance.between(0.15, 0.95)) / steps.length)
  const rested = Math.min(chance.between(600, 2200), (since - tookMinutes) * 0.8)
  return steps.map((step, place) => {
    const isClosing = step.does === 'status' && step.status === 'closed'
    const passed = tookMinutes * (rests[place] ?? 1) ** 1.4
    return { ...step, minutesAgo: since - (isClosing ? tookMinutes + rested : passed) }
  })
}

/** @param howMany at least the 49 that are still alive */
export function plotHistory(ownProducts: ReadonlyMap<string, string>, howMany: number): Plot[] {
  const chance = createChance(203)
  const nextStory = createNarrator(chance, ownProducts)
  const drawn = companies.flatMap((company, place) =>
    Array.from({ length: shares[place] ?? 1 }, () => company),
  )
  const plots = fates(chance, howMany).map(({ fate, minutesAgo }) => {
    const company = chance.one(drawn)
    // A critical ticket never waits for days.
    const isCalm = minutesAgo > 450 && fate !== 'resolved' && fate !== 'closed'
    const { story, variant } = nextStory(company, isCalm)
    const asker = chance.one(people.filter((person) => person.company === company.name))
    const dispatcher = chance.one(desk)
    const names = {
      site: chance.one(company.sites),
      colleague: chance.one(company.colleagues),
      device: `NB-${Math.floor(chance.between(1100, 1980))}`,
      printer: `PR-${Math.floor(chance.between(10, 60))}`,
    }
    const say = (text: string) => fillIn(text, variant, names)
    const agent = chance.one(experts[story.product] ?? staff)
    const priority = chance.isLucky(0.12) ? chance.one(['low', 'medium', 'high'] as const) : undefined
    const scene = { chance, story, fate, asker, agent, dispatcher, priority, say }
    // Some clients call: the desk files the ticket, if they may see others' tickets.
    const isCall = asker.membership !== 'employee' && chance.isLucky(0.15)
    const steps = schedule(chance, unfold(scene), minutesAgo, fate, story.priority)
    return {
      story,
      subject: say(story.subject),
      description: say(story.description),
      company,
      minutesAgo,
      creator: isCall ? dispatcher : asker,
      steps,
    }
  })
  return plots.toReversed()
}

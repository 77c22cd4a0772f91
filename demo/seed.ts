import type { SignInOptions } from '#features/auth/contract.ts'
import { createAdministrator } from '#features/auth/server/service.ts'
import { act, castOf, fileTicket, found, known, storeFiles, type Filed } from '#features/demo/server/deeds.ts'
import { drawFace } from '#features/demo/server/story/avatars.ts'
import { demoPassword, emailOf, people, provider } from '#features/demo/server/story/cast.ts'
import type { Plot } from '#features/demo/server/story/history.ts'
import { plotStory, storyTime } from '#features/demo/server/story/plots.ts'
import { appendEvents } from '#features/event-log/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { createLabel, putLabelOn } from '#features/labels/server/service.ts'
import type { LabelColor } from '#features/labels/contract.ts'
import { createUser } from '#features/users/server/service.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { createSavedAnswer } from '#features/saved-answers/server/service.ts'
import { createView } from '#features/views/server/service.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { Tx } from '#platform/server/database/query-builder.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { createWork, type Work } from '#platform/server/work.ts'

const howManyTickets = 300
const contractBeganMinutesAgo = 39_000

/** @returns their ids by their addresses */
async function createPeople(unit: Work): Promise<Map<string, string>> {
  const passwordHash = await hashPassword(demoPassword)
  const byEmail = new Map<string, string>()
  let administrator: string | null = null
  for (const person of people) {
    const { firstName, lastName, role, mobileNumber } = person
    const user = {
      email: emailOf(person),
      passwordHash,
      firstName,
      lastName,
      mobileNumber,
      companyName: person.company ?? provider,
      profileImageUrl: drawFace(person.face),
    }
    const created: { id: string } =
      administrator === null
        ? await createAdministrator(unit, user)
        : await createUser(unit, { ...user, role, isEmailConfirmed: true }, { actorId: administrator })
    administrator ??= created.id
    byEmail.set(user.email, created.id)
  }
  return byEmail
}

/** The lists that everybody of the desk, and of the staff behind it, begins the day with. */
async function shareViews(unit: Work, by: Viewer): Promise<void> {
  await createView(unit, by, {
    name: 'Urgent and open',
    query: 'status=open&priority=critical',
    sharedWith: ['internal', 'helpdesk', 'super_user'],
  })
  await createView(unit, by, {
    name: 'Waiting for a test',
    query: 'status=testing',
    sharedWith: ['internal'],
  })
}

/** What the team writes often. */
async function shareAnswers(unit: Work, by: Viewer): Promise<void> {
  await createSavedAnswer(unit, by, {
    title: 'We have received it',
    text: 'Hello {{requester.firstName}},\n\nthank you for writing. We have your message as **{{ticket.number}}** and will look at it today.\n\n{{me.firstName}}',
    sharedWith: ['internal', 'helpdesk'],
  })
  await createSavedAnswer(unit, by, {
    title: 'Please send a screenshot',
    text: 'Hello {{requester.firstName}},\n\nso that we can see what you see, please send us:\n\n- a screenshot of the whole window\n- the time when it happened\n- what you did just before\n\n{{me.firstName}}',
    sharedWith: ['internal', 'helpdesk'],
  })
  await createSavedAnswer(unit, by, {
    title: 'Fixed: please check',
    text: 'Hello {{requester.firstName}},\n\nwe believe “{{ticket.subject}}” is fixed. Please check that everything works at {{client.name}}, and tell us if it does not.\n\n{{me.firstName}}',
    sharedWith: ['internal', 'helpdesk'],
  })
}

interface DemoLabel {
  name: string
  color: LabelColor
  fits(plot: Plot): boolean
}

/** Words by which the team sorts tickets across categories. */
const labels: readonly DemoLabel[] = [
  { name: 'On site', color: 'blue', fits: ({ story }) => story.category === 'hardware' },
  { name: 'For the vendor', color: 'violet', fits: ({ story }) => story.category === 'software' },
  { name: 'Security', color: 'red', fits: ({ subject }) => /password|phish|virus|locked/i.test(subject) },
  { name: 'At the tills', color: 'amber', fits: ({ story }) => story.product === 'Till & Stock' },
]

/** @returns their ids by name */
async function createLabels(unit: Work, by: Viewer): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { name, color } of labels) ids.set(name, (await createLabel(unit, by, { name, color })).id)
  return ids
}

async function setTheScene(unit: Work) {
  const ids = await createPeople(unit)
  const { role } = people[0]!
  const by = { id: known(ids, emailOf(people[0]!)), role, managedClientIds: [], clientIds: [] }
  const { clientIds } = await found(unit, by, ids)
  await shareViews(unit, by)
  await shareAnswers(unit, by)
  const cast = castOf({ people: ids, clients: clientIds }, (person) => person.role)
  return { clients: clientIds, cast, labels: await createLabels(unit, by) }
}

/** Everybody who can sign in, all with `demoPassword`. */
export const demoAccounts: SignInOptions['demoAccounts'] = people.map((person) => ({
  name: `${person.firstName} ${person.lastName}`,
  email: emailOf(person),
  role: person.role,
}))

/** Does all of it in one transaction, each deed at its own moment: nobody else is there yet, and thousands of commits would take longer. */
async function live(tx: Tx, store: ObjectStore, now: Date, timeZone: string): Promise<void> {
  let moment = now
  const work = createWork({
    db: {
      async transaction(job, manners) {
        const result = await job(tx)
        await manners?.last?.(tx)
        return result
      },
    },
    clock: { now: () => moment },
    append: appendEvents,
    committed: () => undefined,
  })
  const momentOf = storyTime(now, timeZone)
  moment = momentOf(contractBeganMinutesAgo)
  const scenery = await work(setTheScene)

  const filed = new Map<Plot, Filed>()
  const deeds: { at: Date; do: (unit: Work) => Promise<unknown> }[] = []
  for (const plot of plotStory(howManyTickets)) {
    const scene = { ...scenery, stored: await storeFiles(tx, plot, store, now) }
    deeds.push({
      at: momentOf(plot.minutesAgo),
      do: async (unit) => filed.set(plot, await fileTicket(unit, plot, scene)),
    })
    for (const step of plot.steps)
      deeds.push({
        at: momentOf(step.minutesAgo),
        do: (unit) => act(unit, known(filed, plot), step, scene),
      })
    for (const { by, minutesAgo } of plot.steps.filter(({ does }) => does === 'assign').slice(0, 1))
      for (const { name } of labels.filter(({ fits }) => fits(plot)))
        deeds.push({
          at: momentOf(minutesAgo),
          do: (unit) =>
            putLabelOn(unit, known(scenery.cast, by), known(filed, plot).id, known(scenery.labels, name)),
        })
  }
  for (const deed of deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    moment = deed.at
    await work(deed.do)
  }
}

/**
 * Fills an empty database with a provider, its clients and the last ninety days before `now`, through the services, as if people had
 * done it.
 */
export const seedDemo = (
  { db }: OpenDatabase,
  store: ObjectStore,
  { now = new Date(), timeZone = 'UTC' } = {},
): Promise<void> => db.transaction((tx) => live(tx, store, now, timeZone))

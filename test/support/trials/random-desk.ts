import fc from 'fast-check'
import { priorities, type Priority } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { canSee, canSeeInternal, type Visibility } from '#features/tickets/policy.ts'
import { isStaff } from '#features/users/policy.ts'
import type { Role, Viewer } from '#features/users/contract.ts'
import { aClient, aComment, aParticipant, assign, aTicket } from '#test/factories.ts'
import type { Caller, TestApp } from '#test/harness.ts'

/** No two are alike, and none is alike another word of these tickets. */
export const vocabulary = ['quartzite', 'basaltine', 'feldspar', 'gneissoid'] as const

const companies = 3
const most = 6
const word = fc.constantFrom(...vocabulary)

/** People, whom they belong to, and what they write; whether they may write it shows when it is played. */
const script = fc.record({
  roles: fc.array(fc.constantFrom<Role>('client', 'client', 'client', 'internal', 'helpdesk'), {
    minLength: 4,
    maxLength: most,
  }),
  assignments: fc.array(
    fc.record({
      person: fc.nat(most),
      company: fc.nat(companies - 1),
      role: fc.constantFrom('employee', 'admin', 'contact', 'assigned'),
    }),
    { maxLength: 8 },
  ),
  tickets: fc.array(
    fc.record({
      by: fc.nat(most),
      company: fc.nat(companies - 1),
      priority: fc.constantFrom(...priorities),
      word,
      comments: fc.array(fc.record({ by: fc.nat(most), isInternal: fc.boolean(), word }), { maxLength: 3 }),
      added: fc.array(fc.nat(most), { maxLength: 2 }),
    }),
    { minLength: 6, maxLength: 12 },
  ),
})

export interface Known {
  id: string
  ticketNumber: string
  createdById: string
  clientId: string
  participantIds: string[]
  priority: Priority
  words: { word: string; isInternal: boolean }[]
}

export interface Person {
  caller: Caller
  viewer: Viewer & { managedClientIds: string[]; clientIds: string[] }
  /** The companies they are assigned to, in whatever role. */
  companies: string[]
}

/** A desk that was played from a seed, with what the pure policy says of it. */
export interface RandomDesk {
  people: Person[]
  tickets: Known[]
  /** The tickets this viewer may see. */
  seenBy(viewer: Viewer): Known[]
  /** The tickets among them in which they may read the word. */
  withWord(viewer: Viewer, word: string): Known[]
  /** Notes a ticket that was made later. */
  add(ticket: TicketDetail): void
}

/** Plays a desk of its own, with a random cast, through the door. */
export async function playDesk(desk: TestApp, root: Caller, seed: number): Promise<RandomDesk> {
  const [played] = fc.sample(script, { numRuns: 1, seed })
  if (!played) throw new Error('no script')
  const clients = []
  for (let made = 0; made < companies; made++)
    clients.push(await aClient(root, { name: `Company ${made} ${crypto.randomUUID()}` }))
  const people: Person[] = []
  for (const role of ['super_user', ...played.roles] as const) {
    const caller = await desk.signedIn(role)
    people.push({
      caller,
      viewer: { id: caller.id, role, managedClientIds: [], clientIds: [] },
      companies: [],
    })
  }
  const personAt = (place: number) => people[place % people.length]!
  for (const { person, company, role } of played.assignments) {
    const { viewer, companies: own } = personAt(person)
    const { id } = clients[company]!
    if (isStaff(viewer) || own.includes(id)) continue
    await assign(root, id, viewer.id, role)
    own.push(id)
    viewer.clientIds.push(id)
    if (role === 'admin' || role === 'contact') viewer.managedClientIds.push(id)
  }

  const tickets: Known[] = []
  const sightOf = ({ createdById, clientId, participantIds }: Known): Visibility => {
    const creator = people.find(({ viewer }) => viewer.id === createdById)
    const filedForClient = creator && (isStaff(creator.viewer) || creator.companies.includes(clientId))
    return { createdById, clientId, filedForClient: filedForClient === true, participantIds }
  }
  const isSeen = (viewer: Viewer, ticket: Known) => canSee(viewer, sightOf(ticket))
  const add = ({ id, ticketNumber, createdById, clientId, priority }: TicketDetail): Known => {
    const ticket: Known = { id, ticketNumber, createdById, clientId, participantIds: [], priority, words: [] }
    tickets.push(ticket)
    return ticket
  }
  for (const { by, company, priority, word: said, comments, added } of played.tickets) {
    const input = { subject: `About ${said}`, customerName: clients[company]!.name, priority }
    const ticket = add(await aTicket(personAt(by).caller, input))
    ticket.words.push({ word: said, isInternal: false })
    for (const place of added) {
      const { viewer } = personAt(place)
      if (!viewer.clientIds.includes(ticket.clientId) || viewer.id === ticket.createdById) continue
      await aParticipant(root, ticket.id, viewer.id)
      ticket.participantIds.push(viewer.id)
    }
    for (const comment of comments) {
      const { caller, viewer } = personAt(comment.by)
      if (!isSeen(viewer, ticket)) continue
      const isInternal = comment.isInternal && isStaff(viewer)
      await aComment(caller, ticket.id, `Because of ${comment.word}`, isInternal)
      ticket.words.push({ word: comment.word, isInternal })
    }
  }
  const seenBy = (viewer: Viewer) => tickets.filter((ticket) => isSeen(viewer, ticket))
  const mayRead = (viewer: Viewer, isInternal: boolean) => !isInternal || canSeeInternal(viewer)
  return {
    people,
    tickets,
    seenBy,
    withWord: (viewer, wanted) =>
      seenBy(viewer).filter(({ words }) =>
        words.some((one) => one.word === wanted && mayRead(viewer, one.isInternal)),
      ),
    add,
  }
}

import { limits } from '#platform/contract/limits.ts'
import { asWritten, searchable } from '#platform/contract/searchable.ts'
import { priorities, type Priority } from '#features/tickets/contract.ts'

type Step = 'initial' | 'subject' | 'description' | 'priority' | 'product' | 'complete'

export interface Conversation {
  step: Step
  subject: string | null
  description: string | null
  priority: Priority | null
  activeTicketNumber: string | null
}

export interface Dictated {
  subject: string
  description: string
  priority: Priority
  productName: string
}

/** Outcome of an answer: another question, a new ticket, or a comment on the existing one. */
export type DialogueTurn =
  | { kind: 'reply'; next: Conversation; reply: string }
  | { kind: 'submit'; ticket: Dictated }
  | { kind: 'comment'; ticketNumber: string; content: string }

export const beginning: Conversation = {
  step: 'initial',
  subject: null,
  description: null,
  priority: null,
  activeTicketNumber: null,
}

export const prompts = {
  subject: 'Hello. What is it about? Please send a short subject. Send "cancel" at any time to start again.',
  description: 'Thank you. Please describe the problem.',
  priority: 'How urgent is it? Reply with 1 (low), 2 (medium), 3 (high) or 4 (critical).',
  product: 'Which product is it about? Please send its name.',
  cancelled: 'Cancelled. Send any message to start again.',
  textOnly: 'Only text can be read here. Please send it as text.',
  tooLong: (most: number) => `That is too long. Please use at most ${most} characters.`,
  tooMany: (most: number) =>
    `No more than ${most} messages are read in an hour. What you send until then is not read; please send it later.`,
  submitted: (ticketNumber: string) =>
    `Your ticket is ${ticketNumber}. What you send now is added to it. Send "new" for another ticket.`,
  continued: (closed: string, ticketNumber: string) =>
    `${closed} is closed. Your message is ${ticketNumber}, which continues it. What you send now is added to it. Send "new" for another ticket.`,
  lost: (ticketNumber: string) =>
    `Your message was not added: ${ticketNumber} takes no more from this number. For a new ticket, please send a short subject. Send "cancel" at any time to start again.`,
  added: (ticketNumber: string) => `Added to ${ticketNumber}. Send "new" for another ticket.`,
}

const words = { cancel: 'cancel', another: 'new' }

function priorityOf(answer: string): Priority | undefined {
  const said = searchable(answer).replace(/[.!)]+$/, '')
  return priorities.find((priority, place) => said === priority || said === String(place + 1))
}

const lengthOf = (value: string) => Array.from(value).length

/** Next step of each question, and the limit of its answer. */
const questions = {
  subject: { most: limits.subject, leadsTo: 'description', ask: prompts.description },
  description: { most: limits.description, leadsTo: 'priority', ask: prompts.priority },
} as const

/** Pure: the caller applies the outcome. @param text undefined for anything but text */
export function answerDialogue(now: Conversation, text: string | undefined): DialogueTurn {
  const said = text === undefined ? '' : asWritten(text.replaceAll('\0', ''))
  const reply = (next: Conversation, words: string): DialogueTurn => ({ kind: 'reply', next, reply: words })
  if (said === '') return reply(now, prompts.textOnly)
  if (searchable(said) === words.cancel) return reply(beginning, prompts.cancelled)

  switch (now.step) {
    case 'initial':
      return reply({ ...beginning, step: 'subject' }, prompts.subject)
    case 'subject':
    case 'description': {
      const { most, leadsTo, ask } = questions[now.step]
      if (lengthOf(said) > most) return reply(now, prompts.tooLong(most))
      return reply({ ...now, [now.step]: said, step: leadsTo }, ask)
    }
    case 'priority': {
      const priority = priorityOf(said)
      return priority
        ? reply({ ...now, priority, step: 'product' }, prompts.product)
        : reply(now, prompts.priority)
    }
    case 'product': {
      const { subject, description, priority } = now
      if (lengthOf(said) > limits.name) return reply(now, prompts.tooLong(limits.name))
      if (subject === null || description === null || priority === null)
        return reply({ ...beginning, step: 'subject' }, prompts.subject)
      return { kind: 'submit', ticket: { subject, description, priority, productName: said } }
    }
    case 'complete':
      if (searchable(said) === words.another || now.activeTicketNumber === null)
        return reply({ ...beginning, step: 'subject' }, prompts.subject)
      if (lengthOf(said) > limits.comment) return reply(now, prompts.tooLong(limits.comment))
      return { kind: 'comment', ticketNumber: now.activeTicketNumber, content: said }
  }
}

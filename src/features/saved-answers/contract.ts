import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, Id, requiredText, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'

export const answerLimits = { title: 100, text: limits.comment, perPerson: 50 } as const

/** Variables in double braces, filled in on insertion. */
export const variables = [
  'requester.firstName',
  'requester.lastName',
  'ticket.number',
  'ticket.subject',
  'client.name',
  'me.firstName',
  'me.lastName',
] as const
export type Variable = (typeof variables)[number]

export const isVariable = (name: string): name is Variable => isOneOf(variables, name)

/** Matches text in double braces, its name in the first group. */
export const bracedPattern = /\{\{\s*([^{}]*?)\s*\}\}/g

const unknownIn = (text: string) =>
  [...text.matchAll(bracedPattern)].map(([, name = '']) => name).find((name) => !isVariable(name))

const Title = requiredText(() => i18n.t('Title'), answerLimits.title)
const Text = requiredText(() => i18n.t('Text'), answerLimits.text).refine(
  (text) => unknownIn(text) === undefined,
  {
    error: ({ input }) =>
      i18n.t('Text has an unknown variable {variable}. The variables are: {variables}', {
        variable: `{{${unknownIn(String(input))}}}`,
        variables: variables.join(', '),
      }),
  },
)
const notSharedWith = {
  error: () => i18n.t('Shared with must be a list of: {roles}', { roles: staff.join(', ') }),
}
const SharedWith = z
  .array(z.enum(staff, notSharedWith), notSharedWith)
  .max(staff.length, notSharedWith)
  .transform((roles) => staff.filter((role) => roles.includes(role)))

export const SavedAnswer = z.object({
  id: Id,
  title: z.string(),
  /** Markdown, with unfilled variables. */
  text: z.string(),
  /** Roles that share it; empty: private. */
  sharedWith: z.array(z.enum(staff)),
  owner: Person,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type SavedAnswer = z.infer<typeof SavedAnswer>

export const NewSavedAnswer = z.object({ title: Title, text: Text, sharedWith: SharedWith.default([]) })
export type NewSavedAnswer = z.output<typeof NewSavedAnswer>

export const SavedAnswerChange = changing(
  z.object({ title: Title.optional(), text: Text.optional(), sharedWith: SharedWith.optional() }),
  () => i18n.t('Nothing to change: send title, text or sharedWith'),
)
export type SavedAnswerChange = z.output<typeof SavedAnswerChange>

export const savedAnswerApi = api({
  list: {
    method: 'GET',
    path: '/api/saved-answers',
    summary: 'Saved answers: the viewer’s own and those shared with their role, by title',
    access: staff,
    reply: z.array(SavedAnswer),
  },
  create: {
    method: 'POST',
    path: '/api/saved-answers',
    summary: 'Keep a text for comments under a title; sharing is for the desk',
    access: staff,
    body: NewSavedAnswer,
    reply: SavedAnswer,
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: '/api/saved-answers/:id',
    summary: 'Change or share a saved answer; for its owner, and for the desk when it is shared',
    access: staff,
    params: ById,
    body: SavedAnswerChange,
    reply: SavedAnswer,
  },
  remove: {
    method: 'DELETE',
    path: '/api/saved-answers/:id',
    summary: 'Delete a saved answer; for its owner, and for the desk when it is shared',
    access: staff,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
})

import { expect } from 'vitest'
import { z } from 'zod'

export interface Refusal extends Record<string, unknown> {
  message?: unknown
  issues?: { path: string; message: string }[]
}

interface Property {
  type?: string | string[]
  anyOf?: Property[]
  enum?: string[]
  const?: unknown
  items?: Property
}

/** A schema's inputs, as JSON Schema says them. */
export const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as {
    properties: Record<string, Property>
    required?: string[]
  }

export const typesOf = ({ type, anyOf }: Property): string[] =>
  [type ?? [], (anyOf ?? []).flatMap(typesOf)].flat().map((name) => (name === 'integer' ? 'number' : name))

/** The values of a list, where there is one. */
export const choicesOf = ({ enum: own, anyOf }: Property): string[] | undefined =>
  own ?? anyOf?.find((one) => one.enum)?.enum

/** The words of a field's name, of which a message must use one. */
const words = (field: string) =>
  field === 'content'
    ? ['comment', field]
    : field
        .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
        .toLowerCase()
        .match(/[a-z0-9]+/g)!

/** The answer says which field is wrong, in words and by name. */
export function expectRefusal(
  what: string,
  field: string,
  { status, body }: { status: number; body: Refusal },
) {
  expect([what, status, body]).toEqual([what, 400, expect.objectContaining({ message: expect.any(String) })])
  const said = String(body.message).toLowerCase().replaceAll('-', '')
  expect([what, said, words(field).some((word) => said.includes(word))]).toEqual([what, said, true])
  expect([what, body.issues?.map(({ path }) => path.split('.')[0])]).toEqual([
    what,
    expect.arrayContaining([field]),
  ])
}

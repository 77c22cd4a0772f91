import { z } from 'zod'
import type { Schema } from 'fast-json-stringify'

/** Writes an answer as the JSON that its contract says: what the contract does not name stays out. */
export type Writer = (answer: unknown) => string

/** As `z.toJSONSchema` describes a value. */
interface Described {
  type?: string | string[]
  anyOf?: Described[]
  properties?: Record<string, Described>
  required?: string[]
  additionalProperties?: boolean | Described
  propertyNames?: Described
  items?: Described
  default?: unknown
  [other: string]: unknown
}

const isNull = ({ type }: Described) => type === 'null'

/** The type of a value that may be null besides. */
function orNull({ type, anyOf, ...rest }: Described): Described | undefined {
  const parts = Array.isArray(type) ? type.map((one) => ({ type: one })) : (anyOf ?? [])
  const [part, ...others] = parts.filter((one) => !isNull(one))
  return part && others.length === 0 && parts.length === 2 ? { ...rest, ...part } : undefined
}

/** Texts as keys, and not certain ones only. */
const isAnyText = (names: Described | undefined) =>
  names !== undefined && Object.keys(names).join() === 'type'

function compilableObject({ properties = {}, required = [], ...rest }: Described): Schema | undefined {
  const { additionalProperties: others, propertyNames: names } = rest
  if (typeof others === 'object') {
    const values = isAnyText(names) && Object.keys(properties).length === 0 && compilable(others)
    return values ? { type: 'object', additionalProperties: values } : undefined
  }
  const known = Object.entries(properties).map(([key, value]) => [key, compilable(value)] as const)
  if (others !== false || known.some(([, schema]) => schema === undefined)) return undefined
  return { type: 'object', properties: Object.fromEntries(known) as Record<string, Schema>, required }
}

function compilableBare(described: Described): Schema | undefined {
  const { type, items } = described
  switch (type) {
    case 'object':
      return compilableObject(described)
    case 'array': {
      const each = items && compilable(items)
      return each && { type: 'array', items: each }
    }
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return { type }
    default:
      return undefined
  }
}

/**
 * The same for the compiler: what a value is made of, without the rules that values are tried by.
 * @returns undefined where a value may be one thing or another, or anything: to tell which costs more than what is saved
 */
function compilable(described: Described): Schema | undefined {
  const { type, anyOf } = described
  const mayBeNull = anyOf !== undefined || Array.isArray(type)
  const bare = mayBeNull ? orNull(described) : described
  const schema = bare && compilableBare(bare)
  if (!schema) return undefined
  return {
    ...schema,
    ...(mayBeNull && { nullable: true }),
    ...(described.default !== undefined && { default: described.default }),
  }
}

/** What a reply is made of, for the compiler; undefined where it has to be read by its contract. */
function describe(reply: z.ZodType): Schema | undefined {
  return compilable(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Described)
}

/**
 * Makes the writer of a reply. It is compiled, which takes some milliseconds, so it is made when the first such answer goes out. It does not
 * ask whether values are what the contract says: types say so, and in tests the contract does.
 */
export async function createWriter(reply: z.ZodType): Promise<Writer> {
  const schema = describe(reply)
  if (!schema) return (answer) => JSON.stringify(reply.parse(answer))
  const { default: compile } = await import('fast-json-stringify')
  return compile(schema)
}

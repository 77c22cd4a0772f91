import { z } from 'zod'
import { productName } from '#app/product.ts'
import { ErrorReply } from '#platform/contract/errors.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { limits } from '#platform/contract/limits.ts'

type Json = Record<string, unknown>
type Content = Record<string, { schema: Json }>

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: unknown
}

export interface Operation {
  tags: string[]
  summary: string
  description: string
  security?: []
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content?: Content; headers?: Json }>
}

export interface ApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  components: { schemas: { Error: Json }; securitySchemes: Json }
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  })
  return json
}

function parametersOf(schema: z.ZodObject | undefined, where: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

const headers = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body gives the same answer for 24 hours; nothing is done twice.',
    schema: { type: 'string', maxLength: limits.idempotencyKey },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the ticket or product as the caller knows it; when it is no longer so, the answer is 412 with the thing as it is. The ETag of a product is its updatedAt in quotation marks.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the answer as the caller has it; when it is still so, it is not sent again.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Parameter>

const refusals: Record<number, string> = {
  400: 'The input is not valid; the message names the field',
  401: 'Nobody is signed in',
  403: 'Not allowed',
  404: 'Not there, or not yours to see',
}

const json = (schema: Json): Content => ({ 'application/json': { schema } })

function replyOf(schema: Json): Content {
  const { format, contentMediaType } = schema
  if (format !== 'binary') return json(schema)
  return { [typeof contentMediaType === 'string' ? contentMediaType : '*/*']: { schema } }
}

function accessText({ access }: Endpoint): string {
  if (access === 'open') return 'Open to everybody.'
  return access === 'signed-in' ? 'For everybody signed in.' : `For ${access.join(', ')}.`
}

function operationOf(endpoint: Endpoint, tag: string): Operation {
  const { summary, params, query, body, reply, access, status = 200 } = endpoint
  const named = [
    ...(endpoint.idempotent ? [headers['Idempotency-Key']] : []),
    ...(endpoint.ifMatch ? [headers['If-Match']] : []),
    ...(endpoint.isKept ? [headers['If-None-Match']] : []),
  ]
  const refused = [
    ...(query || body ? [400] : []),
    ...(access === 'open' ? [] : [401]),
    ...(Array.isArray(access) ? [403] : []),
    ...(params ? [404] : []),
  ]
  return {
    tags: [tag],
    summary,
    description: accessText(endpoint),
    ...(access === 'open' && { security: [] }),
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query'), ...named],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      [status]:
        status === 302
          ? { description: 'Leads elsewhere', headers: { Location: { schema: { type: 'string' } } } }
          : { description: 'Done', content: replyOf(schemaOf(reply, 'output')) },
      ...(endpoint.isKept && { 304: { description: 'Still as the caller has it' } }),
      ...Object.fromEntries(
        refused.map((code) => [
          code,
          { description: refusals[code] ?? '', content: json({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  }
}

const tagOf = (path: string) => path.split('/')[2]?.replace(/^\w/, (letter) => letter.toUpperCase()) ?? ''

/** Lists tickets first, then the rest of the alphabet. */
function tagsOf(endpoints: readonly Endpoint[]): { name: string }[] {
  const names = [...new Set(endpoints.map(({ path }) => tagOf(path)))].toSorted((a, b) => a.localeCompare(b))
  return ['Tickets', ...names.filter((name) => name !== 'Tickets')].map((name) => ({ name }))
}

function pathsOf(endpoints: readonly Endpoint[]): ApiDocument['paths'] {
  const paths: ApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, tagOf(endpoint.path)),
    }
  }
  return paths
}

/** Makes the OpenAPI document from the contracts alone; its paths are made at the first read. */
export function describeApi(endpoints: readonly Endpoint[]): ApiDocument {
  let paths: ApiDocument['paths'] | undefined
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description:
        'The browser application uses exactly these calls. Sign in with `POST /api/auth/login`; the session is a cookie. Every refusal is `{message}`, ' +
        'with `issues` naming the fields where input was not valid, or met something else that is there.',
    },
    tags: tagsOf(endpoints),
    components: {
      schemas: { Error: schemaOf(ErrorReply, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
    security: [{ session: [] }],
    get paths() {
      return (paths ??= pathsOf(endpoints))
    },
  }
}

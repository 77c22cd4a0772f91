type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asJson = (value: unknown): Json => (isJson(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const words = (value: unknown) => listOf(value).filter((one) => typeof one === 'string')

/** Limits of a value beside its type: "at most 255 characters". */
function limitsOf(schema: Json): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const isSafe = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  return [
    typeof minLength === 'number' && minLength > 0 && 'not empty',
    typeof maxLength === 'number' && `at most ${maxLength} characters`,
    isSafe(minimum) && `from ${Number(minimum)}`,
    isSafe(maximum) && `up to ${Number(maximum)}`,
    typeof minItems === 'number' && `at least ${minItems}`,
    typeof maxItems === 'number' && `at most ${maxItems}`,
    'default' in schema && `default ${JSON.stringify(schema['default'])}`,
  ].filter((limit) => typeof limit === 'string')
}

const inBrackets = (shape: string) => (/[ |]/.test(shape) && !shape.startsWith('{') ? `(${shape})` : shape)

function objectShape(schema: Json, indent: string): string {
  const required = words(schema['required'])
  const deeper = `${indent}  `
  const lines = Object.entries(asJson(schema['properties'])).map(([name, value]) => {
    const limits = limitsOf(asJson(value))
    const note = limits.length > 0 ? `  // ${limits.join(', ')}` : ''
    return `${deeper}${name}${required.includes(name) ? '' : '?'}: ${shapeOf(value, deeper)}${note}`
  })
  if (lines.length > 0) return `{\n${lines.join('\n')}\n${indent}}`
  const values = schema['additionalProperties']
  return isJson(values) && Object.keys(values).length > 0 ? `{ [name]: ${shapeOf(values, indent)} }` : '{}'
}

function plainShape(type: unknown, schema: Json, indent: string): string {
  const { format, contentEncoding, items, prefixItems } = schema
  if (type === 'object') return objectShape(schema, indent)
  if (type === 'array' && Array.isArray(prefixItems))
    return `[${prefixItems.map((item) => shapeOf(item, indent)).join(', ')}]`
  if (type === 'array') return `${inBrackets(shapeOf(items, indent))}[]`
  if (type === 'string' && (format === 'binary' || contentEncoding === 'binary')) return 'file'
  if (type === 'string' && typeof format === 'string') return format
  return typeof type === 'string' ? type : 'any'
}

/** Writes a JSON Schema for people, one field a line: `{ subject: string, clientId?: uuid | null }`. */
export function shapeOf(schema: unknown, indent = ''): string {
  const known = asJson(schema)
  if (typeof known['$ref'] === 'string') return known['$ref'].split('/').at(-1) ?? 'any'
  if ('const' in known) return JSON.stringify(known['const'])
  if (Array.isArray(known['enum'])) return known['enum'].map((value) => JSON.stringify(value)).join(' | ')
  const either = listOf(known['anyOf'] ?? known['oneOf'])
  if (either.length > 0) return [...new Set(either.map((one) => shapeOf(one, indent)))].join(' | ')
  const types = Array.isArray(known['type']) ? known['type'] : [known['type']]
  return types.map((type: unknown) => plainShape(type, known, indent)).join(' | ')
}

import type pg from 'pg'
import { failureTypeOf, findSpanRecorder, type Attributes } from './spans.ts'

const doing = /^\s*(\w{1,20})/
const concerned = /\b(?:from|into|update|join)\s+"?(\w{1,63})"?/i

/** @returns a description without values */
function describeStatement(text: string): { name: string; attributes: Attributes } {
  const operation = doing.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = concerned.exec(text)?.[1]
  const name = table === undefined ? operation : `${operation} ${table}`
  return {
    name,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': name,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  }
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  // A statement that handles its own answer, such as a cursor, has no single end.
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined
}

type Heard = (error: unknown, ...answer: unknown[]) => void

/** Makes each statement of a connection a span of its traced work. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  function traced(...given: unknown[]): unknown {
    const recorder = findSpanRecorder()
    const text = textOf(given[0])
    if (!recorder?.isRecording() || text === undefined) return query(...given)
    const span = recorder.part({ ...describeStatement(text), kind: 'client' })
    function finish(error?: unknown): void {
      if (error) {
        const type = failureTypeOf(error)
        span.add({ 'db.response.status_code': type })
        span.fail(type)
      }
      span.end()
    }
    const heard = given.at(-1)
    if (typeof heard !== 'function') {
      const answer = query(...given)
      if (answer instanceof Promise) answer.then(() => finish(), finish)
      return answer
    }
    const hear: Heard = (error, ...answer) => {
      finish(error)
      ;(heard as Heard)(error, ...answer)
    }
    return query(...given.slice(0, -1), hear)
  }
  client.query = traced as typeof client.query
}

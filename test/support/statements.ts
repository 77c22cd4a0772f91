import pg from 'pg'
import { vi } from 'vitest'

/**
 * Runs a job, and writes down what the process says to its databases meanwhile.
 * @returns the text of each statement, of all connections, in the order in which they were sent
 */
export async function statementsDuring(job: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const send: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [what] = args
    sent.push(typeof what === 'string' ? what : (what as { text: string }).text)
    return send.apply(this, args)
  })
  try {
    await job()
  } finally {
    spy.mockRestore()
  }
  return sent
}

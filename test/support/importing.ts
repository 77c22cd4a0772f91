import { expect } from 'vitest'
import type { Import, ImportRow } from '#features/imports/contract.ts'
import type { ImportKind } from '#features/imports/fields/contract.ts'
import type { Caller } from './harness.ts'

/** A file of these lines. */
export const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

/** Imports files as the screen does. @param root a super user, who may be another in each test */
export function importing(root: () => Caller) {
  const send = (kind: ImportKind, text: string) =>
    root().send<Import>('POST', `/api/imports?kind=${kind}&fileName=${kind}.csv`, text, {
      'content-type': 'text/csv',
    })

  async function settled(id: string): Promise<Import> {
    for (;;) {
      const { body } = await root().get<Import>(`/api/imports/${id}`)
      if (!body.isMoving) return body
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async function rowsOf(id: string, outcome = ''): Promise<ImportRow[]> {
    const { body } = await root().get<{ rows: ImportRow[] }>(
      `/api/imports/${id}/rows?limit=100&outcome=${outcome}`,
    )
    return body.rows
  }

  async function checkedFile(kind: ImportKind, text: string, options: object = {}): Promise<Import> {
    const { body, status } = await send(kind, text)
    expect([status, body]).toMatchObject([201, { state: 'matching' }])
    const matched = await root().put(`/api/imports/${body.id}/columns`, { columns: body.columns, options })
    expect([matched.status, matched.body]).toMatchObject([200, {}])
    expect((await root().post(`/api/imports/${body.id}/check`)).status).toBe(200)
    return settled(body.id)
  }

  /** Checks and imports; what was said in the check is what comes of it. */
  async function imported(
    kind: ImportKind,
    text: string,
    options: object = {},
  ): Promise<Import & { rows: ImportRow[] }> {
    const checked = await checkedFile(kind, text, options)
    expect(checked).toMatchObject({ state: 'checked', failure: null, doneRows: checked.totalRows })
    const foretold = await rowsOf(checked.id)
    expect((await root().post(`/api/imports/${checked.id}/run`)).status).toBe(200)
    const done = await settled(checked.id)
    expect(done).toMatchObject({ state: 'done', failure: null, counts: checked.counts })
    const rows = await rowsOf(done.id)
    expect(rows.map(({ outcome, notes }) => ({ outcome, notes }))).toEqual(
      foretold.map(({ outcome, notes }) => ({ outcome, notes })),
    )
    return { ...done, rows }
  }

  return { settled, rowsOf, checkedFile, imported }
}

import type { TestDatabase } from '#test/database.ts'

/**
 * Writes an event of a shape that no version of this program has written, so that the rules throw at it.
 * @returns its position
 */
export async function writeUnreadable(
  { pool }: Pick<TestDatabase, 'pool'>,
  type: string,
  ticketId: string,
): Promise<number> {
  const { rows } = await pool.query<{ position: string }>(
    `with head as (
       update log_head set position = position + 1, public_position = public_position + 1
       returning position, public_position)
     insert into events (position, public_position, type, ticket_id, data)
     select position, public_position, $1, $2::uuid, 'null'::jsonb from head returning position`,
    [type, ticketId],
  )
  return Number(rows[0]?.position)
}

import { eq } from 'drizzle-orm'
import { notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { byName } from '#platform/server/own-names.ts'
import { labels } from '#tables/labels.ts'
import type { Label } from '../contract.ts'

const columns = { id: labels.id, name: labels.name, color: labels.color }

/** Ignores rights. */
export const listLabels = async (reader: Reader): Promise<Label[]> =>
  (await reader.select(columns).from(labels)).toSorted(byName)

/** Ignores rights. @throws {AppError} `not_found` */
export async function requireLabel(reader: Reader, id: string): Promise<Label> {
  const [label] = await reader.select(columns).from(labels).where(eq(labels.id, id))
  if (!label) throw notFound()
  return label
}

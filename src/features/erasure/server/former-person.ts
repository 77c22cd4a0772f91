import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { users } from '#tables/users.ts'

export const formerPerson = ({
  id,
  email,
  mobileNumber,
  mobileProvedAt,
}: typeof users.$inferSelect): FormerPerson => ({
  id,
  email,
  number: mobileProvedAt === null ? undefined : (mobileNumber ?? undefined),
})

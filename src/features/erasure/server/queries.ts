import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { findSmtp } from '#features/mail-settings/server/queries.ts'
import { countWrittenBy } from '#features/conversation/server/public/written-by.ts'
import type { Viewer } from '#features/users/contract.ts'
import { canReceiveMail, findUser, hasMailbox } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { listCopies } from '#platform/server/database/database-copy.ts'
import type { Database, Reader } from '#platform/server/database/query-builder.ts'
import type { PersonalData } from '#platform/server/personal-data.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { users } from '#tables/users.ts'
import type { ErasurePreview } from '../contract.ts'
import { findPlaces } from './places.ts'

const hasAnotherAdministrator = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.$count(
    users,
    and(
      ne(users.id, id),
      eq(users.role, 'super_user'),
      eq(users.isActive, true),
      isNotNull(users.password),
      canReceiveMail,
    ),
  )) > 0

/** @param by null: a rule of retention @returns the reason against it; undefined for none */
export async function findHindrance(
  reader: Reader,
  by: Pick<Viewer, 'id'> | null,
  user: typeof users.$inferSelect,
): Promise<string | undefined> {
  if (user.erasedAt) return i18n.t('This person was erased, which is final.')
  if (user.id === by?.id) return i18n.t('You cannot erase your own account.')
  if (!hasMailbox(user))
    return i18n.t('This is part of the program or of the demo data, not a person who can be erased.')
  if (user.role === 'super_user' && user.isActive && !(await hasAnotherAdministrator(reader, user.id)))
    return i18n.t('The last active super user cannot be erased.')
  const smtp = await findSmtp(reader)
  if (
    smtp &&
    [smtp.username, smtp.fromEmail, smtp.replyToEmail].some((one) => one.toLowerCase().includes(user.email))
  )
    return i18n.t('Emails are sent from this person’s address. Change it in Email Settings first.')
  return undefined
}

/** @param parts.dataFolder where copies of the database may lie @throws {AppError} `not_found` */
export async function previewErasure(
  db: Database,
  viewer: Viewer,
  id: string,
  { dataFolder, personal }: { dataFolder: string; personal: readonly PersonalData<Viewer>[] },
): Promise<ErasurePreview> {
  const user = await findUser(db, id)
  if (!user) throw notFound()
  return {
    ownTexts: {
      ...(await countWrittenBy(db, id)),
      messages: await db.$count(
        chatMessages,
        and(eq(chatMessages.senderId, id), ne(chatMessages.message, '')),
      ),
    },
    ...(await findPlaces(db, viewer, user, personal)),
    copies: listCopies(dataFolder).map(({ name, madeAt }) => ({ name, madeAt: madeAt.toISOString() })),
    hindrance: (await findHindrance(db, viewer, user)) ?? null,
  }
}

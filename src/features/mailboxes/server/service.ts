import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { keysOf } from '#platform/contract/records.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import { createSecretBox, SecretUnreadable } from '#platform/server/secret-box.ts'
import { MailFailure } from '#platform/server/send/mailer.ts'
import type { Work } from '#platform/server/work.ts'
import { mailboxes } from '#tables/mailboxes.ts'
import { mostMailboxes, type Mailbox, type MailboxInput } from '../contract.ts'
import type { Account } from './connect.ts'
import { mailboxAdded, mailboxChanged, mailboxRemoved, type MailboxChanges } from './events.ts'
import { findMailbox, shapeMailbox, type MailboxRow } from './queries.ts'

type SecretName = 'secret' | 'refreshToken'
const placeOf = (id: string, name: SecretName) => `mailboxes/${id}/${name}`

/** Seals the secrets of mailboxes, and opens them again. @param secret of the installation */
export function createMailboxSecrets(secret: string) {
  const box = createSecretBox(secret, 'mailbox secrets')
  const seal = (id: string, name: SecretName, text: string) => box.seal(text, placeOf(id, name))

  /** @throws {MailFailure} when they were sealed under another APP_SECRET */
  function accountOf(row: MailboxRow): Account {
    const { id, host, port, encryption, username, signIn, tokenUrl, clientId, scope } = row
    const open = (name: SecretName, sealed: string) => {
      try {
        return box.open(sealed, placeOf(id, name))
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error
        throw new MailFailure(
          'unreadable',
          'The stored secret cannot be read: it was saved under another APP_SECRET. Enter it again.',
        )
      }
    }
    const secretText = open('secret', row.secret)
    return {
      host,
      port,
      encryption,
      username,
      signIn:
        signIn === 'password'
          ? { password: secretText }
          : {
              tokenUrl: tokenUrl ?? '',
              clientId: clientId ?? '',
              clientSecret: secretText,
              refreshToken: row.refreshToken === null ? null : open('refreshToken', row.refreshToken),
              scope,
            },
    }
  }
  return { seal, accountOf }
}
export type MailboxSecrets = ReturnType<typeof createMailboxSecrets>

const ofAccount = ['host', 'port', 'encryption', 'username', 'signIn', 'tokenUrl', 'clientId'] as const
const plain = [
  'address',
  'senderName',
  ...ofAccount,
  'scope',
  'folder',
  'moveTo',
  'takesOld',
  'isActive',
] as const

const isOtherAccount = (before: MailboxRow, input: MailboxInput) =>
  ofAccount.some((name) => before[name] !== input[name])

/** @returns the new refresh token; `null` where none is to be stored, `undefined` where the stored one stays */
function tokenToStore({ signIn, refreshToken }: MailboxInput): string | null | undefined {
  if (signIn === 'password' || refreshToken === null) return null
  return refreshToken?.trim() || undefined
}

/** Checks what the schema cannot. @throws {AppError} `invalid` */
async function requireSound(unit: Work, input: MailboxInput, before: MailboxRow | undefined) {
  const isPassword = input.signIn === 'password'
  const given = (isPassword ? input.password : input.clientSecret)?.trim() ?? ''
  if (given === '') {
    const field = isPassword ? 'password' : 'clientSecret'
    if (!before)
      throw invalid(
        field,
        isPassword ? i18n.t('IMAP password is required') : i18n.t('Client secret is required'),
      )
    if (isOtherAccount(before, input))
      throw invalid(
        field,
        i18n.t('Enter the secret again: the stored one is not sent to a different server or account'),
      )
  }
  const keepsToken = before && before.refreshToken !== null && tokenToStore(input) === undefined
  if (keepsToken && isOtherAccount(before, input))
    throw invalid(
      'refreshToken',
      i18n.t(
        'Enter the refresh token again, or remove it: the stored one is not sent to a different server or account',
      ),
    )
  const [same] = await unit.tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(eq(mailboxes.address, input.address))
  if (same && same.id !== before?.id)
    throw new AppError('conflict', i18n.t('A mailbox with this address is there already.'))
  return given
}

/** Creates or changes a mailbox. @throws {AppError} `invalid` or `conflict` */
async function save(
  unit: Work,
  input: MailboxInput,
  before: MailboxRow | undefined,
  { seal }: MailboxSecrets,
): Promise<{ row: MailboxRow; changes: MailboxChanges }> {
  const given = await requireSound(unit, input, before)
  const id = before?.id ?? randomUUID()
  const values = Object.fromEntries(plain.map((name) => [name, input[name]])) as Pick<
    MailboxInput,
    (typeof plain)[number]
  >
  // Another account or folder counts its mails anew.
  const isElsewhere =
    before !== undefined &&
    (['host', 'username', 'folder'] as const).some((name) => before[name] !== input[name])
  const token = tokenToStore(input)
  const stored = {
    ...values,
    ...(given !== '' && { secret: seal(id, 'secret', given) }),
    ...(token !== undefined && { refreshToken: token && seal(id, 'refreshToken', token) }),
    ...(isElsewhere && { uidValidity: null, lastUid: 0, tooLarge: 0 }),
    failure: null,
    failedAt: null,
    updatedAt: unit.now,
  }
  const rows = before
    ? await unit.tx.update(mailboxes).set(stored).where(eq(mailboxes.id, id)).returning()
    : await unit.tx
        .insert(mailboxes)
        .values({ secret: '', ...stored, id, createdAt: unit.now })
        .returning()
  const changes: MailboxChanges = {}
  for (const name of keysOf(values))
    if (before && before[name] !== values[name]) changes[name] = { from: before[name], to: values[name] }
  if (before && given !== '') changes.secret = true
  if (before && (token === null ? before.refreshToken !== null : token !== undefined))
    changes.refreshToken = true
  return { row: onlyRow(rows), changes }
}

const lockMailboxes = (unit: Work) => lockName(unit, 'mailboxes')

/** @throws {AppError} `invalid`; `conflict` for a repeated address, or too many mailboxes */
export async function addMailbox(
  unit: Work,
  viewer: Viewer,
  input: MailboxInput,
  secrets: MailboxSecrets,
): Promise<Mailbox> {
  await lockMailboxes(unit)
  if ((await unit.tx.$count(mailboxes)) >= mostMailboxes)
    throw new AppError('conflict', i18n.t('At most {most} mailboxes can be read.', { most: mostMailboxes }))
  const { row } = await save(unit, input, undefined, secrets)
  unit.announce(mailboxAdded({ actorId: viewer.id, subjectId: row.id, data: { address: row.address } }))
  return shapeMailbox(row)
}

/** @throws {AppError} `not_found`, `invalid`, or `conflict` for a repeated address */
export async function changeMailbox(
  unit: Work,
  viewer: Viewer,
  id: string,
  { input, secrets }: { input: MailboxInput; secrets: MailboxSecrets },
): Promise<Mailbox> {
  await lockMailboxes(unit)
  const before = await findMailbox(unit.tx, id)
  if (!before) throw notFound()
  const { row, changes } = await save(unit, input, before, secrets)
  if (Object.keys(changes).length > 0) {
    const data = { address: row.address, changes }
    unit.announce(mailboxChanged({ actorId: viewer.id, subjectId: id, data }))
  }
  return shapeMailbox(row)
}

/** @throws {AppError} `not_found` */
export async function removeMailbox(unit: Work, viewer: Viewer, id: string): Promise<void> {
  const [row] = await unit.tx.delete(mailboxes).where(eq(mailboxes.id, id)).returning()
  if (!row) throw notFound()
  unit.announce(mailboxRemoved({ actorId: viewer.id, subjectId: id, data: { address: row.address } }))
}

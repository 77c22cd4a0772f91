import { i18n } from '#platform/contract/i18n.ts'
import { takeOverAccount } from '#features/accounts/server/service.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { AppError } from '#platform/contract/errors.ts'
import { calledFrom } from '#platform/server/work.ts'
import type { RowNote } from '../contract.ts'
import type { FieldName } from '../fields/contract.ts'
import type { StandIns } from './digests.ts'
import type { Context } from './kinds/kind.ts'
import type { Company, FoundPerson } from './references.ts'
import { shortened } from './values.ts'

export class UnconfirmedPerson extends AppError {
  constructor(field: string, message: string) {
    super('invalid', message, { issues: [{ path: field, message }] })
  }
}

export const notConfirmed = (field: string, text: string) =>
  new UnconfirmedPerson(
    field,
    i18n.t(
      '“{text}” has registered here, and the address is not confirmed. Confirm it in User Management, or let the import take over such accounts.',
      { text: shortened(text) },
    ),
  )

/**
 * Transfers an unverified account to the person in the file, where that was chosen.
 * @param text of the cell
 * @returns a note; undefined when an earlier row did it
 * @throws {UnconfirmedPerson} where it was not chosen, and for a super user, whose account no file takes
 */
export async function takeOver(
  { unit, viewer, ip, options }: Context,
  field: string,
  text: string,
  { id, role }: FoundPerson,
): Promise<RowNote[]> {
  if (options.unconfirmed === 'refuse' || isAdministrator({ role })) throw notConfirmed(field, text)
  if (!(await takeOverAccount(calledFrom(unit, ip), viewer, id))) return []
  const reason = i18n.t(
    '“{text}” has registered here. The import takes the account over: its password, sessions and links end.',
    { text: shortened(text) },
  )
  return [{ field, reason, isUnconfirmed: true }]
}

interface Author {
  person: FoundPerson
  notes: RowNote[]
  standIns: StandIns
}

/**
 * Finds the author, or the fallback.
 * @param company whose people a name alone may mean, beside staff
 * @throws {AppError} `invalid` without a fallback
 */
export async function authorOf(
  context: Context,
  field: FieldName,
  text: string,
  company: Company | undefined,
): Promise<Author> {
  const { refs, options } = context
  const person = await refs.findPerson(text, company)
  if (person) return { person, notes: [], standIns: {} }
  const unconfirmed = await refs.findUnconfirmed(text)
  const fallback = await refs.findFallback()
  if (unconfirmed && (options.unconfirmed === 'take_over' || !fallback))
    return { person: unconfirmed, notes: await takeOver(context, field, text, unconfirmed), standIns: {} }
  if (!fallback) throw refs.unknown(field, text)
  const words = { text: shortened(text), name: `${fallback.firstName} ${fallback.lastName}` }
  const reason = unconfirmed
    ? i18n.t(
        '“{text}” has registered here, and the address is not confirmed, so it is entered for {name}',
        words,
      )
    : i18n.t('“{text}” is not known here, so it is entered for {name}', words)
  const note = { field, reason, ...(unconfirmed && { isUnconfirmed: true }) }
  return { person: fallback, notes: [note], standIns: { [field]: fallback.id } }
}

import { i18n } from '#platform/contract/i18n.ts'
import { NewAccount } from '#features/accounts/contract.ts'
import {
  changeAccount,
  createAccount,
  disableAccount,
  enableAccount,
} from '#features/accounts/server/service.ts'
import { NewAssignment } from '#features/clients/contract.ts'
import { clientUserRoles } from '#features/clients/roles/contract.ts'
import { assignToClient, removeFromClient } from '#features/clients/server/service.ts'
import { Role, roles } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { findUser, findUserByEmail } from '#features/users/server/queries.ts'
import { invalid, notFound } from '#platform/contract/errors.ts'
import { email, normalizeEmail, text } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { checked } from '#platform/server/call/call-input.ts'
import { changedFields } from '#platform/server/database/changed-fields.ts'
import { calledFrom } from '#platform/server/work.ts'
import { takeOver } from '../claims.ts'
import type { RowNote } from '../../contract.ts'
import type { FieldName } from '../../fields/contract.ts'
import { findAssignment } from '../queries.ts'
import { labelOf, requireText, type Row } from '../row.ts'
import { namesOf, phoneOf, readChoice, shortened } from '../values.ts'
import { activityIn } from './clients.ts'
import type { Context, Kind } from './kind.ts'

const emailOf = (row: Row) => normalizeEmail(row.text('email') ?? '')

/** Accounts may have a single name. */
const Imported = NewAccount.omit({ password: true }).extend({
  lastName: text(() => i18n.t('Last name'), limits.name),
})
// Accept the present address in any form.
const ImportedChange = Imported.extend({ email: email(), role: Role }).partial()

/** Reads first and last name; one of them alone is the first name. */
function namesIn(row: Row) {
  const { firstName: first, lastName: last } = namesOf(row.text('fullName') ?? '')
  const [firstName, lastName] = [row.text('firstName') || first, row.text('lastName') || last]
  if (firstName === '' && lastName === '') return { firstName: undefined, lastName: undefined }
  const isMatched = (field: FieldName) => row.text(field) !== undefined
  if (firstName === '') return isMatched('firstName') ? { firstName: lastName, lastName: '' } : { lastName }
  return isMatched('lastName') || isMatched('fullName') ? { firstName, lastName } : { firstName }
}

/** Reads the mobile number; an invalid one gives a note, not a refusal. */
function mobileIn(row: Row): { mobileNumber?: string | null; notes: RowNote[] } {
  const text = row.text('mobileNumber')
  if (!text) return { ...(text === '' && { mobileNumber: null }), notes: [] }
  const mobileNumber = phoneOf(text)
  if (mobileNumber !== undefined) return { mobileNumber, notes: [] }
  const reason = i18n.t(
    '“{text}” is no number in international form such as +491701234567, so it is left out',
    {
      text: shortened(text),
    },
  )
  return { notes: [{ field: 'mobileNumber', reason }] }
}

function readRole(row: Row) {
  const text = row.text('role')
  return text ? readChoice('role', labelOf('role'), text, roles) : undefined
}

/** @throws {AppError} `invalid`: an account without sign-in must not count as an administrator */
function roleIn(row: Row) {
  const role = readRole(row)
  if (role === 'super_user')
    throw invalid(
      'role',
      i18n.t('Super users are not imported. Give the role in User Management afterwards.'),
    )
  return role
}

const fieldsIn = (row: Row) => ({
  email: row.text('email'),
  ...namesIn(row),
  role: roleIn(row),
  companyName: row.text('companyName') || undefined,
  mobileNumber: mobileIn(row).mobileNumber,
})

/** Assigns the person to the client of the row. @returns the fields that were different */
async function assign(
  { unit, viewer, refs }: Context,
  userId: string,
  row: Row,
  isStaff: boolean,
): Promise<string[]> {
  const text = row.text('client')
  if (!text) return []
  const client = await refs.client('client', text)
  const said = row.text('clientRole')
  const usual = isStaff ? 'assigned' : 'employee'
  const values = isStaff ? NewAssignment.shape.role.unwrap().options : clientUserRoles
  const role = said ? readChoice('clientRole', labelOf('clientRole'), said, values) : usual
  const before = await findAssignment(unit.tx, client.id, userId)
  if (before === role || (before !== undefined && !said)) return []
  if (before !== undefined) await removeFromClient(unit, viewer, client.id, userId)
  await assignToClient(unit, viewer, client.id, { userId, role })
  return [before === undefined ? 'client' : 'clientRole']
}

/** Fields that could take over a super user's account or rights. */
const guarded = ['email', 'role', 'isActive'] as const

/** Drops guarded fields of a super user's row, with a note where they differ. */
function leaveSuperUser(row: Row, { email, isActive }: { email: string; isActive: boolean }) {
  const isOther = {
    email: row.text('email') !== undefined && emailOf(row) !== email,
    role: Boolean(row.text('role')) && readRole(row) !== 'super_user',
    isActive: activityIn(row) === !isActive,
  }
  const notes = guarded
    .filter((field) => isOther[field])
    .map((field) => ({
      field,
      reason: i18n.t('{field} of a super user is not changed by an import', { field: labelOf(field) }),
    }))
  return { row: row.only(row.fields.filter((field) => !isOneOf(guarded, field))), notes }
}

/** Nobody gets a password. A replaced address alone is mailed: people request a password link themselves. */
export const people: Kind = {
  naturalKey: (row) => requireText('email', emailOf(row)),
  // A former member of staff is no longer an agent, and may still be one of the client's people.
  besides: { client: ['clientRole'], clientRole: ['client'], role: ['client', 'clientRole'] },
  claims: (row) => [`email ${emailOf(row)}`],
  label: emailOf,
  findTwin: async ({ unit }, row) => (await findUserByEmail(unit.tx, emailOf(row)))?.id,
  async create(context, row) {
    const { viewer, refs } = context
    const unit = calledFrom(context.unit, context.ip)
    const client = row.text('client')
    const company = client ? (await refs.client('client', client)).name : emailOf(row).split('@').at(-1)
    const fields = fieldsIn(row)
    const account = checked(Imported, {
      ...fields,
      lastName: fields.lastName ?? '',
      companyName: fields.companyName ?? company,
    })
    const { id, email } = await createAccount(unit, viewer, { ...account, invite: false }, null)
    await assign(context, id, row, account.role !== 'client')
    if (activityIn(row) === false) await disableAccount(unit, viewer, id)
    return { id, label: email, notes: mobileIn(row).notes }
  },
  async change(context, id, given) {
    const { viewer } = context
    const unit = calledFrom(context.unit, context.ip)
    const found = await findUser(unit.tx, id)
    if (!found) throw notFound()
    const taken = found.emailProvedAt ? [] : await takeOver(context, 'email', found.email, found)
    const before = (await findUser(unit.tx, id)) ?? found
    const { row, notes } = isAdministrator(before) ? leaveSuperUser(given, before) : { row: given, notes: [] }
    const fields: string[] = []
    const wanted = fieldsIn(row)
    if (Object.values(wanted).some((value) => value !== undefined)) {
      const change = checked(ImportedChange, wanted)
      fields.push(...Object.keys(changedFields<Partial<typeof before>>(before, change)))
      await changeAccount(unit, viewer, id, change)
    }
    fields.push(...(await assign(context, id, row, (wanted.role ?? before.role) !== 'client')))
    const isActive = activityIn(row)
    if (isActive !== undefined && isActive !== before.isActive) {
      await (isActive ? enableAccount : disableAccount)(unit, viewer, id)
      fields.push('isActive')
    }
    return {
      id,
      label: wanted.email ?? before.email,
      fields,
      notes: [...taken, ...notes, ...mobileIn(row).notes],
    }
  },
}

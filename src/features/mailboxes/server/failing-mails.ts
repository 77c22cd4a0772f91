import { AppError } from '#platform/contract/errors.ts'
import { isTransient } from '#platform/server/errors.ts'
import { isCode } from '#platform/server/store/disk-folder.ts'
import { LeaseLost } from './leases.ts'
import type { Position } from './session.ts'

/** Failures of a mail before its last try. */
const mostFailures = 2

const keyOf = ({ uidValidity, lastUid }: Position) => `${uidValidity}/${lastUid}`

/** False for a lost lease, a full disk, and a database that is away. */
const mayBeOfMail = (error: unknown) =>
  !(error instanceof LeaseLost) &&
  !isTransient(error) &&
  !isCode(error, 'ENOSPC', 'EDQUOT') &&
  !(error instanceof AppError && error.code === 'full')

/** Counts the failures of each mail of a mailbox. */
export function createFailingMails() {
  const counts = new Map<string, number>()
  return {
    noteFailure(mail: Position, error: unknown): boolean {
      const isCounted = mayBeOfMail(error)
      if (isCounted) counts.set(keyOf(mail), (counts.get(keyOf(mail)) ?? 0) + 1)
      return isCounted
    },
    isFailing: (mail: Position): boolean => (counts.get(keyOf(mail)) ?? 0) >= mostFailures,
  }
}

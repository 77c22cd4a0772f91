import { i18n } from '#platform/contract/i18n.ts'
import { randomInt } from 'node:crypto'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { sendSms, SmsFailure, type SmsAccount } from '#platform/server/send/sms.ts'
import { codeDigits, mobileApi, type OwnMobile } from '../contract.ts'
import { findOwnMobile } from './queries.ts'
import { endCode, storeCode, tryCode } from './service.ts'

interface Parts {
  db: Database
  clock: Clock
  /** Absent: no text messages are sent, so no number can be proved. */
  account: SmsAccount | undefined
  /** Key for hashes of codes. */
  secret: string
  productName: string
  /** @throws {AppError} `too_many` codes */
  limitCodes(ip: string, userId: string, number: string): Promise<void>
}

const newCode = () => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')

const asRefusal = ({ isForGood }: SmsFailure) =>
  isForGood
    ? new AppError(
        'conflict',
        i18n.t('Text messages cannot be sent to this number. Check it and save it again.'),
      )
    : new AppError('unavailable', i18n.t('The code could not be sent. Please try again in a moment.'))

const notOffered = () =>
  new AppError('conflict', i18n.t('This server does not send text messages, so numbers cannot be verified.'))
const askAgain = () => i18n.t('This code is no longer valid. Request a new one.')
const leftWords = (count: number) =>
  i18n.t('{count, plural, one {You have # attempt left.} other {You have # attempts left.}}', { count })

export function mobileRoutes({ route }: Door<Viewer>, parts: Parts): void {
  const { db, clock, account, secret: key, productName, limitCodes } = parts
  const findOwn = async ({ id }: Viewer): Promise<OwnMobile> => ({
    isOffered: account !== undefined,
    ...(await findOwnMobile(db, id, clock.now())),
  })

  route(mobileApi.own, ({ viewer }) => findOwn(viewer))
  route(mobileApi.sendCode, async ({ viewer, work, request }) => {
    if (!account) throw notOffered()
    const { mobileNumber: number, isProved } = await findOwn(viewer)
    if (number === null) throw new AppError('conflict', i18n.t('Save your mobile number first.'))
    if (isProved) throw new AppError('conflict', i18n.t('Your mobile number is already verified.'))
    await limitCodes(request.ip, viewer.id, number)
    const code = newCode()
    const stored = await work((unit) => storeCode(unit, viewer, { number, code, key }))
    try {
      await sendSms(
        account,
        number,
        i18n.t('{code} is your {productName} code. It expires in 10 minutes.', { code, productName }),
      )
    } catch (error) {
      await work((unit) => endCode(unit, viewer, stored))
      if (!(error instanceof SmsFailure)) throw error
      request.log.warn({ failure: error.message }, 'a code was not sent')
      throw asRefusal(error)
    }
    return findOwn(viewer)
  })
  route(mobileApi.prove, async ({ viewer, body: { code }, work }) => {
    if (!account) throw notOffered()
    const verdict = await work((unit) => tryCode(unit, viewer, { code, key }))
    if (verdict.kind === 'gone' || (verdict.kind === 'wrong' && verdict.triesLeft === 0))
      throw invalid('code', askAgain())
    if (verdict.kind === 'wrong')
      throw invalid(
        'code',
        i18n.t('That code is not correct. {leftWords}', { leftWords: leftWords(verdict.triesLeft) }),
      )
    return findOwn(viewer)
  })
}

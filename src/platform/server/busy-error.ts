import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

/** Refusal under load: nothing was done, and nothing is wrong. */
export class BusyError extends AppError {
  constructor(retryAfterS: number) {
    super('unavailable', i18n.t('The service is busy. Please try again in a moment.'), { retryAfterS })
  }
}

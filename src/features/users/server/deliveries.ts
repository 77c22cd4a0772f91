import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'

const AddressNotice = z.object({
  /** The address that the account had, to which the notice goes. */
  formerEmail: z.string(),
  /** The one that it was given. */
  email: z.string(),
})
export type AddressNotice = z.output<typeof AddressNotice>

/** Tells a former address that the account has another one now, so that its owner hears of it when it was somebody else. */
export const addressNotice: DeliveryKind<AddressNotice> = {
  name: 'address_notice',
  payload: AddressNotice,
  get label() {
    return i18n.t('Notices of a changed address')
  },
  // An address that somebody has left may be there no more.
  isShownToDesk: false,
}

import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'

const AddressNotice = z.object({
  formerEmail: z.string(),
  email: z.string(),
})
export type AddressNotice = z.output<typeof AddressNotice>

/** Notifies the former address of a change, so that its owner hears of a takeover. */
export const addressNotice: DeliveryKind<AddressNotice> = {
  name: 'address_notice',
  payload: AddressNotice,
  get label() {
    return i18n.t('Notices of a changed address')
  },
  // A former address may no longer exist.
  isShownToDesk: false,
}

import { keepFromAddress } from '#platform/web/take-from-address.ts'

/** Moves the set-up code from the address, where it would be shared, into this tab's storage. */
export const takeSetupCode = (): string | undefined => keepFromAddress('setup', 'signalbox.setup')

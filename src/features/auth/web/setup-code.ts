import { keepFromAddress } from '#platform/web/take-from-address.ts'

/** Takes the set-up code out of the address, where it would be shown and shared, and keeps it for this tab. */
export const takeSetupCode = (): string | undefined => keepFromAddress('setup', 'signalbox.setup')

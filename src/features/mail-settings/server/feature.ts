import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { mailSettingsApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { mailSettingsRoutes } from './routes.ts'
import type { InboundAddresses, Mail } from './service.ts'

interface Needs extends Platform<Viewer> {
  mail: Mail
  inboundAddresses: InboundAddresses
  limits: { testMail(viewerId: string): Promise<void>; mailServer(viewerId: string): Promise<void> }
}

export const mailSettings = {
  name: 'mail-settings',
  api: [mailSettingsApi],
  facts: Object.values(events),
  fieldWords,
  serve: ({ limits, ...deps }) =>
    mailSettingsRoutes(deps.door, { ...deps, limitTests: limits.testMail, limitServers: limits.mailServer }),
} satisfies Feature<Needs, Viewer>

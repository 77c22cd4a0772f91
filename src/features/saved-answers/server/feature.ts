import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { savedAnswerApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { savedAnswerLive } from './live.ts'
import { savedAnswerRoutes } from './routes.ts'
import { findTexts } from './queries.ts'
import { forgetPerson } from './service.ts'

export const savedAnswers = {
  name: 'saved-answers',
  api: [savedAnswerApi],
  facts: Object.values(events),
  fieldWords,
  live: [savedAnswerLive],
  serve: (deps) => savedAnswerRoutes(deps.door, deps),
  personal: { forget: forgetPerson, findTexts },
} satisfies Feature<Platform<Viewer>, Viewer>

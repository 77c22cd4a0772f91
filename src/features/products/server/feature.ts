import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { productApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { productLive } from './live.ts'
import { productRoutes } from './routes.ts'
import { findTexts } from './queries.ts'
import { forgetPerson } from './service.ts'

export const products = {
  name: 'products',
  api: [productApi],
  facts: Object.values(events),
  fieldWords,
  live: [productLive],
  serve: (deps) => productRoutes(deps.door, deps),
  personal: { forget: forgetPerson, findTexts },
} satisfies Feature<Platform<Viewer>, Viewer>

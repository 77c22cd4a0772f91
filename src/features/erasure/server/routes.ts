import { i18n } from '#platform/contract/i18n.ts'
import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { invalid, notFound } from '#platform/contract/errors.ts'
import type { Platform } from '#platform/server/feature.ts'
import { languageInUse } from '#platform/server/language.ts'
import type { PersonalData } from '#platform/server/personal-data.ts'
import { removeLeftovers } from '#platform/server/store/object-store.ts'
import { erasureApi } from '../contract.ts'
import { previewErasure } from './queries.ts'
import { erasePerson } from './service.ts'

interface Needs extends Pick<Platform<LiveSession>, 'door' | 'db' | 'dataFolder' | 'log' | 'files'> {
  personal: readonly PersonalData<Viewer>[]
}

export function erasureRoutes({
  door: { route },
  db,
  dataFolder,
  log,
  files: { store },
  personal,
}: Needs): void {
  route(erasureApi.preview, ({ viewer, params }) =>
    previewErasure(db, viewer, params.id, { dataFolder, personal }),
  )
  route(
    erasureApi.erase,
    async ({ viewer, params: { id }, body: { email, ownTexts }, work }) => {
      const user = await findUser(db, id)
      if (!user) throw notFound()
      if (user.email !== email) throw invalid('email', i18n.t('This is not the email address of this person'))
      const by = { viewer, language: languageInUse(), ownTexts, personal }
      await removeLeftovers(store, await work((unit) => erasePerson(unit, by, id)), log)
      return { message: i18n.t('The person was erased.') }
    },
    async (_viewer, { id }) => {
      if (!(await findUser(db, id))) throw notFound()
    },
  )
}

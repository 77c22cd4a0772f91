import { i18n } from '#platform/contract/i18n.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import type { Action } from '#platform/web/actions/actions.ts'
import { navItems } from '../shell/nav-items.ts'

function actionTo({ paths: [path], icon, key, ...item }: (typeof navItems)[number]): Action {
  const title = item.title()
  return {
    id: `go-to-${path}`,
    label: title,
    longLabel: i18n.t('Go to {title}', { title }),
    icon,
    keys: key && `g ${key}`,
    group: 'Anywhere',
    heading: 'Go to',
    words: i18n.t('go to open'),
  }
}

export const destinationsFor = (viewer: CurrentUser) =>
  navItems.filter((item) => item.isFor(viewer)).map((item) => ({ to: item.paths[0], action: actionTo(item) }))

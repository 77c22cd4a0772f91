import { i18n, words } from '#platform/contract/i18n.ts'
import { Badge, type Hue } from '#platform/web/ui/badge.tsx'
import type { Product } from '../contract.ts'

type Status = NonNullable<Product['status']>

export const productStatusWords: Record<Status, string> = words({
  active: () => i18n.t('Active'),
  maintenance: () => i18n.t('Maintenance'),
  deprecated: () => i18n.t('Deprecated'),
})
const hues: Record<Status, Hue> = { active: 'green', maintenance: 'amber', deprecated: 'red' }

export const ProductStatusBadge = ({ status = 'active' }: Pick<Product, 'status'>) => (
  <Badge hue={hues[status]}>{productStatusWords[status]}</Badge>
)

export const versionOf = ({ version }: Pick<Product, 'version'>) => version || '1.0'

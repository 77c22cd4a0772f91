import { i18n } from '#platform/contract/i18n.ts'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { ListPane, ListPaneItem } from '#platform/web/ui/list-pane.tsx'
import type { Product } from '../contract.ts'
import { ProductStatusBadge, versionOf } from './product-words.tsx'

interface ProductListPaneProps {
  products: readonly Product[]
  chosenId: string | undefined
  onChoose(id: string): void
  onEdit(product: Product): void
  empty: ReactNode
}

const mostTech = 2

const techSummary = ({ techStack = [] }: Product) =>
  techStack.slice(0, mostTech).join(', ') + (techStack.length > mostTech ? ', …' : '')

export const ProductListPane = ({ products, chosenId, onChoose, onEdit, empty }: ProductListPaneProps) => (
  <ListPane
    title={i18n.t('Products')}
    items={products}
    textOf={({ name, client }) => `${name} ${client?.name ?? ''}`}
    searchLabel={i18n.t('Search products')}
    empty={empty}
    noMatch={i18n.t('No products match.')}
  >
    {(product) => (
      <ListPaneItem
        key={product.id}
        name={product.name}
        isChosen={product.id === chosenId}
        onChoose={() => onChoose(product.id)}
        badges={<ProductStatusBadge status={product.status} />}
        action={
          <IconButton label={i18n.t('Edit {name}', { name: product.name })} onClick={() => onEdit(product)}>
            <Pencil aria-hidden />
          </IconButton>
        }
      >
        <p className="truncate text-muted">{product.description || i18n.t('No description')}</p>
        <p className="text-meta text-subtle tabular-nums">
          {i18n.t('{client} · {count, plural, one {# user} other {# users}}', {
            client: product.client?.name ?? i18n.t('Unassigned'),
            count: product.productUsers?.length ?? 0,
          })}
        </p>
        <p className="truncate text-meta text-subtle">
          <span>v{versionOf(product)}</span>
          {techSummary(product) && (
            <>
              {' · '}
              <span>{techSummary(product)}</span>
            </>
          )}
        </p>
      </ListPaneItem>
    )}
  </ListPane>
)

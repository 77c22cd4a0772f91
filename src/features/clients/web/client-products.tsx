import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Package, Plus, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import { changeProduct } from '#features/products/web/api.ts'
import { ProductStatusBadge, versionOf } from '#features/products/web/product-words.tsx'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { keepFocus } from '#platform/web/ui/overlay/keep-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Client } from '../contract.ts'
import { AddProduct } from './add-product.tsx'

export function ClientProducts({ client }: { client: Client }) {
  const [isAdding, setAdding] = useState(false)
  const guardDoubleClick = useDoubleClickGuard('li')
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {i18n.t('Add Product')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-section">{i18n.t('Products')}</h3>
        {add}
      </div>
      {client.products.length === 0 ? (
        <EmptyState icon={<Package aria-hidden />} title={i18n.t('No products yet')} />
      ) : (
        <ul className="card divide-y divide-border" onClickCapture={guardDoubleClick}>
          {client.products.map((product) => (
            <Entry key={product.id} product={product} client={client} />
          ))}
        </ul>
      )}
      {isAdding && <AddProduct client={client} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Entry({ product, client }: { product: Product; client: Client }) {
  const changing = useMutation(changeProduct(useQueryClient()))
  async function unassign(button: HTMLElement) {
    const settleFocus = keepFocus(button)
    try {
      await changing.mutateAsync({ id: product.id, change: { clientId: null } })
      toastSuccess(
        i18n.t('{product} no longer belongs to {client}.', { product: product.name, client: client.name }),
      )
      settleFocus()
    } catch {
      toastFailure(i18n.t('Failed to remove the product'))
    }
  }
  return (
    <li className="flex items-start gap-3 p-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{product.name}</span>
          <span className="text-meta text-subtle">v{versionOf(product)}</span>
          <ProductStatusBadge status={product.status} />
        </p>
        {product.description && <p className="line-clamp-2 text-muted">{product.description}</p>}
      </div>
      <IconButton
        label={i18n.t('Remove {name}', { name: product.name })}
        busy={changing.isPending}
        onClick={({ currentTarget }) => void unassign(currentTarget)}
      >
        <Unlink aria-hidden />
      </IconButton>
    </li>
  )
}

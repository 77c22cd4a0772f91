import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { MousePointerClick, Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { ClientPicker } from '#features/clients/web/client-picker.tsx'
import type { Product } from '#features/products/contract.ts'
import { productList } from '#features/products/web/api.ts'
import { ProductDialog } from '#features/products/web/product-dialog.tsx'
import { ProductListPane } from '#features/products/web/product-list-pane.tsx'
import { ProductPanel } from '#features/products/web/product-panel.tsx'
import { ProductFigures } from '#features/stats/web/product-figures.tsx'
import { isDesk } from '#features/users/policy.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { Split } from '#platform/web/ui/split.tsx'
import { AccessDenied } from '#features/users/web/access-denied.tsx'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useFormInAddress } from '#platform/web/hooks/use-form-in-address.ts'
import { useViewer } from '#features/auth/web/session.tsx'

export function Products() {
  return isDesk(useViewer()) ? (
    <AllProducts />
  ) : (
    <AccessDenied hint={i18n.t('You need admin or helpdesk privileges to access this page.')} />
  )
}

function AllProducts() {
  const [params, change] = useSearchParams()
  const [isCreating, setCreating] = useFormInAddress('new')
  const [edited, setEdited] = useState<Product>()
  const found = useQuery(productList())
  const chosen = found.data?.find(({ id }) => id === params['product'])
  const choose = (product: string | undefined) => change({ product, tab: undefined })
  // Replace the form in the history, so that going back does not open it again.
  const showAdded = (product: string) => change({ product, tab: undefined }, { replace: true })
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Product Management')}
        hint={i18n.t('Manage products, tech stacks, and team assignments')}
        actions={
          <Button variant="primary" className={chosen && 'max-md:hidden'} onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            {i18n.t('Create Product')}
          </Button>
        }
      />
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The products could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && (
        <LoadingRows label={i18n.t('Loading products...')} rows={6} className="md:w-70 xl:w-80" />
      )}
      {found.data && (
        <Split
          isOpen={chosen !== undefined}
          backLabel={i18n.t('All products')}
          onBack={() => choose(undefined)}
          list={
            <ProductListPane
              products={found.data}
              chosenId={chosen?.id}
              onChoose={choose}
              onEdit={setEdited}
              empty={
                <EmptyState
                  icon={<Package aria-hidden />}
                  title={i18n.t('No products found')}
                  hint={i18n.t('Create the first one with its tech stack and its team.')}
                />
              }
            />
          }
          panel={
            chosen ? (
              <ProductPanel
                key={chosen.id}
                product={chosen}
                tab={params['tab'] ?? 'overview'}
                onTabChange={(tab) => change({ tab: tab === 'overview' ? undefined : tab })}
                onEdit={() => setEdited(chosen)}
                statistics={<ProductFigures productId={chosen.id} />}
              />
            ) : (
              <div className="card">
                <EmptyState
                  icon={<MousePointerClick aria-hidden />}
                  title={i18n.t('Select a Product')}
                  hint={i18n.t('Choose a product from the list to see its team and statistics.')}
                />
              </div>
            )
          }
        />
      )}
      {isCreating && (
        <ProductDialog clientPicker={ClientPicker} onClose={() => setCreating(false)} onSaved={showAdded} />
      )}
      {edited && (
        <ProductDialog
          product={edited}
          clientPicker={ClientPicker}
          onClose={() => setEdited(undefined)}
          onSaved={choose}
        />
      )}
    </div>
  )
}

import { Pencil, Search } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#platform/web/cn.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import type { Product } from '../contract.ts'
import { ProductStatusBadge, versionOf } from './product-words.tsx'

interface ProductListPaneProps {
  products: readonly Product[]
  chosenId: string | undefined
  onChoose(id: string): void
  onEdit(product: Product): void
  /** In place of the entries when there are none. */
  empty: React.ReactNode
}

const mostTech = 2
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function ProductListPane({ products, chosenId, onChoose, onEdit, empty }: ProductListPaneProps) {
  const [typed, setTyped] = useState('')
  const shown = products.filter(({ name, client }) =>
    fold(`${name} ${client?.name ?? ''}`).includes(fold(typed.trim())),
  )
  return (
    <section aria-labelledby="products-title" className="card flex flex-col">
      <div className="flex flex-col gap-2 border-b border-border p-3">
        <h2 id="products-title" className="text-section">
          Products ({products.length})
        </h2>
        {products.length > 0 && (
          <Input
            type="search"
            aria-label="Search products"
            placeholder="Search products"
            icon={<Search aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
      {products.length === 0 && empty}
      {products.length > 0 && shown.length === 0 && (
        <p className="p-4 text-center text-muted">No product or client has this name.</p>
      )}
      <ul className="md:max-h-[calc(100dvh-260px)] md:overflow-y-auto">
        {shown.map((product) => (
          <Entry
            key={product.id}
            product={product}
            isChosen={product.id === chosenId}
            onChoose={() => onChoose(product.id)}
            onEdit={() => onEdit(product)}
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  product: Product
  isChosen: boolean
  onChoose(): void
  onEdit(): void
}

function Entry({ product, isChosen, onChoose, onEdit }: EntryProps) {
  const { name, description, client, productUsers = [], techStack = [] } = product
  const tech = techStack.slice(0, mostTech).join(', ') + (techStack.length > mostTech ? ', …' : '')
  return (
    <li
      className={cn(
        'relative flex items-start gap-1 border-b border-border p-3 last:border-b-0',
        isChosen ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            aria-current={isChosen || undefined}
            className="min-w-0 truncate text-start font-medium after:absolute after:inset-0"
            onClick={onChoose}
          >
            {name}
          </button>
          <ProductStatusBadge status={product.status} />
          <span className="text-meta text-subtle">v{versionOf(product)}</span>
        </div>
        <p className="truncate text-muted">{description || 'No description'}</p>
        <p className="text-meta text-subtle tabular-nums">
          {client?.name ?? 'Unassigned'} · {productUsers.length} users
        </p>
        {tech && <p className="truncate text-meta text-subtle">{tech}</p>}
      </div>
      <IconButton label={`Edit ${name}`} className="relative -me-1 -mt-1" onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
    </li>
  )
}

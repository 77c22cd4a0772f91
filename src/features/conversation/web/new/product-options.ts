import type { Product } from '#features/products/contract.ts'
import type { ComboboxOption } from '#platform/web/ui/form/use-combobox.ts'

/** Order of products: the chosen client's, unassigned ones, then others'. */
const rankFor =
  (clientId: string) =>
  (product: Product): number => {
    if (!product.clientId) return 1
    return product.clientId === clientId ? 0 : 2
  }

/** @param clientId of the ticket's client; '' when unknown, or the viewer's own */
export function productOptions(products: readonly Product[], clientId: string): ComboboxOption[] {
  const rank = rankFor(clientId)
  const sorted = clientId ? products.toSorted((one, other) => rank(one) - rank(other)) : products
  const named = new Map<string, ComboboxOption>()
  for (const product of sorted) {
    const isOfOther = clientId !== '' && rank(product) === 2 && product.client
    if (!named.has(product.name))
      named.set(product.name, {
        value: product.name,
        label: product.name,
        ...(isOfOther && { hint: isOfOther.name }),
      })
  }
  return [...named.values()]
}

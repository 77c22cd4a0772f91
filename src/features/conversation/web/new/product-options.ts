import type { Product } from '#features/products/contract.ts'
import type { ComboboxOption } from '#platform/web/ui/form/use-combobox.ts'

/** First those of the chosen client, then those of no client, then those of others, which stand with their client. */
const rankFor =
  (clientId: string) =>
  (product: Product): number => {
    if (!product.clientId) return 1
    return product.clientId === clientId ? 0 : 2
  }

/**
 * The products to choose from, each name once.
 * @param clientId of the client the ticket is for; '' when it is not known, or one's own
 */
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

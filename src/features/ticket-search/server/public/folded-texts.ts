import { searchable } from '#platform/contract/searchable.ts'
import type { tickets } from '#tables/tickets.ts'

type Texts = Pick<
  typeof tickets.$inferSelect,
  'ticketNumber' | 'subject' | 'description' | 'customerName' | 'productName' | 'projectName'
>

export const foldedTexts = (texts: Texts) => ({
  searchText: searchable(
    texts.ticketNumber,
    texts.subject,
    texts.description,
    texts.customerName,
    texts.productName,
    texts.projectName,
  ),
  customerSearch: searchable(texts.customerName),
  productSearch: searchable(texts.productName),
  projectSearch: searchable(texts.projectName),
})

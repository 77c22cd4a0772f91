import { i18n } from '#platform/contract/i18n.ts'
import { ChevronRight } from 'lucide-react'
import { Markdown } from '#platform/web/markdown.tsx'
import type { InboundMailDetail } from '../../contract.ts'

type Folded = InboundMailDetail['folded']

/** Hides quoted mails and signatures behind one button. */
export function FoldedText({ folded }: { folded: Folded }) {
  if (folded.length === 0) return null
  const hasQuote = folded.some(({ kind }) => kind === 'quote')
  return (
    <details className="group no-print mt-2">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-control text-meta text-muted hover:text-fg">
        <ChevronRight aria-hidden className="size-3.5! group-open:rotate-90 rtl:-scale-x-100" />
        <span className="group-open:hidden">
          {hasQuote ? i18n.t('Show quoted text') : i18n.t('Show signature')}
        </span>
        <span className="hidden group-open:inline">
          {hasQuote ? i18n.t('Hide quoted text') : i18n.t('Hide signature')}
        </span>
      </summary>
      <div className="mt-1.5 flex flex-col gap-3 border-s-2 border-border ps-3 text-muted">
        {folded.map(({ text }, at) => (
          <Markdown key={at} text={text} />
        ))}
      </div>
    </details>
  )
}

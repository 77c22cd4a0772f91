import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { cn } from '#platform/web/cn.ts'
import { CallError } from '#platform/web/call.ts'
import { useSettled } from '#platform/web/hooks/use-settled.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import type { EmailTemplate } from '../contract.ts'
import { emailPreview } from './api.ts'
import { PreviewFrame } from './preview-frame.tsx'

const settledAfterMs = 350

interface TemplatePreviewProps {
  template: EmailTemplate
  kind: 'html' | 'text'
  className?: string
}

export function TemplatePreview({ template, kind, className }: TemplatePreviewProps) {
  const settled = useSettled(useDeferredValue(template), settledAfterMs)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(emailPreview(settled))
  const [working, setWorking] = useState<EmailTemplate>()
  if (data && !isPlaceholderData && !error && working !== settled) setWorking(settled)
  const said = error instanceof CallError ? error : undefined
  return (
    <div className={cn('flex min-h-0 min-w-0 flex-col gap-3', className)}>
      {error && (
        <ErrorNote
          error={said}
          onRetry={said?.status === 400 ? undefined : () => void refetch()}
          busy={isFetching}
        >
          {said?.serverMessage ?? i18n.t('The preview could not be created.')}
        </ErrorNote>
      )}
      {data && (
        <p className="min-w-0 wrap-anywhere">
          <span className="me-2 text-meta text-subtle">{i18n.t('Subject')}</span>
          <span className="font-medium">{data.subject}</span>
        </p>
      )}
      {kind === 'text' && data && (
        <Textarea
          readOnly
          aria-label={i18n.t('Preview of the text')}
          value={data.text}
          className="min-h-80! flex-1 bg-sunken! font-mono text-meta! font-normal!"
        />
      )}
      {kind === 'html' && working && <PreviewFrame template={working} className="min-h-80 flex-1" />}
      {!data && !error && (
        <Loading label={i18n.t('Loading the preview...')} className="flex flex-col gap-3">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-80" />
        </Loading>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { mailSource, sourcePath } from '../api.ts'

interface OriginalMailProps {
  id: string
  onClose(): void
}

// Focusable, or the keyboard could not scroll it.
const scroller = { tabIndex: 0 }

/** Shows the source of a mail as plain text, and saves it. */
export function OriginalMail({ id, onClose }: OriginalMailProps) {
  const source = useQuery(mailSource(id))
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Original email')}
        description={i18n.t('The email as it was received, with all its headers.')}
        size="large"
        bare
        actions={
          <a className={buttonClass()} href={sourcePath(id)} download={`${id}.eml`}>
            <Download aria-hidden />
            {i18n.t('Download')}
          </a>
        }
      >
        <div
          role="group"
          aria-label={i18n.t('Original email')}
          className="min-h-0 flex-1 overflow-auto px-5 pb-5 -outline-offset-2!"
          {...scroller}
        >
          {source.isPending && (
            <Loading label={i18n.t('Loading the original email...')} className="flex flex-col gap-3">
              <Skeleton className="w-3/5" />
              <Skeleton className="w-4/5" />
              <Skeleton className="w-2/5" />
            </Loading>
          )}
          {source.isError && (
            <ErrorNote error={source.error} onRetry={() => void source.refetch()} busy={source.isFetching}>
              {i18n.t('The original email could not be loaded.')}
            </ErrorNote>
          )}
          {source.data && (
            <>
              <pre dir="ltr" className="text-meta font-normal whitespace-pre-wrap wrap-anywhere">
                {source.data.text}
              </pre>
              {source.data.isCut && (
                <p className="mt-3 text-muted">
                  {i18n.t('Only the beginning is shown. Download the email to see all of it.')}
                </p>
              )}
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

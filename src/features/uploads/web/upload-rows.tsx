import { i18n } from '#platform/contract/i18n.ts'
import { Suspense } from 'react'
import { cn } from '#platform/web/cn.ts'
import type { Uploads } from './file-row.ts'
import { UploadList } from './use-uploads.ts'

interface UploadRowsProps {
  uploads: Uploads
  compact?: boolean
}

export function UploadRows({ uploads, compact = false }: UploadRowsProps) {
  const isEmpty = uploads.files.length === 0
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', isEmpty && 'contents')}>
      <Notices uploads={uploads} />
      {!isEmpty && (
        <Suspense>
          <UploadList uploads={uploads} compact={compact} />
        </Suspense>
      )}
    </div>
  )
}

/** Live region for notices; rendered before the first one, so that it is announced. */
function Notices({ uploads: { notices, hasNoEngine } }: { uploads: Uploads }) {
  return (
    <div role="status" className="flex flex-col gap-1 empty:hidden">
      {hasNoEngine && (
        <p className="text-meta text-red-fg">
          {i18n.t('Uploading is not possible at the moment. Check the connection, then add the files again.')}
        </p>
      )}
      {notices.map(({ text, isError }, place) => (
        <p key={`${text} ${place}`} className={cn('text-meta', isError ? 'text-red-fg' : 'text-muted')}>
          {text}
        </p>
      ))}
    </div>
  )
}

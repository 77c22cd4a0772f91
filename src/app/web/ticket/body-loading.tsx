import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'

export const BodyLoading = ({ isWide }: { isWide: boolean }) => (
  <Loading
    label={i18n.t('Loading ticket...')}
    className={cn('border-t border-border', isWide && 'ticket-grid')}
  >
    <div className="mx-auto flex w-full max-w-[860px] flex-col gap-3 px-5 py-4">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-7/10" />
    </div>
    {isWide && (
      <div className="ticket-facts flex flex-col gap-3 p-3">
        <Skeleton className="h-52" />
        <Skeleton className="h-64" />
      </div>
    )}
  </Loading>
)

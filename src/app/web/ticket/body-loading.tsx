import { i18n } from '#platform/contract/i18n.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'

export const BodyLoading = () => (
  <Loading
    label={i18n.t('Loading ticket...')}
    className="grid min-h-0 flex-1 grid-cols-1 border-t border-border md:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[minmax(0,1fr)_340px]"
  >
    <div className="flex flex-col gap-3 px-5 py-4">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-7/10" />
    </div>
    <div className="flex flex-col gap-3 border-s border-border bg-canvas p-3 max-md:hidden">
      <Skeleton className="h-52" />
      <Skeleton className="h-64" />
    </div>
  </Loading>
)

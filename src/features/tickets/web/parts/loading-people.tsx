import { Spinner } from '#platform/web/ui/spinner.tsx'

/** What stands in a picker until its people are there. */
export const LoadingPeople = () => (
  <p className="flex items-center gap-2 px-3 pt-1 pb-3 text-muted">
    <Spinner /> Loading people...
  </p>
)

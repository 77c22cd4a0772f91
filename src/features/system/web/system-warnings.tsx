import { i18n } from '#platform/contract/i18n.ts'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { RequireApproval } from '#features/auth/web/require-approval.tsx'
import { cn } from '#platform/web/cn.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import type { SystemWarning } from '../contract.ts'
import { warningWords } from './words.ts'

export function SystemWarnings({ warnings }: { warnings: readonly SystemWarning[] }) {
  return (
    <section aria-label={i18n.t('Warnings')} className="card overflow-hidden">
      {warnings.length === 0 ? (
        <p className="flex items-center gap-3 px-4 py-3">
          <span className="grid size-8 flex-none place-items-center rounded-full bg-green-bg text-green-fg">
            <CircleCheck aria-hidden />
          </span>
          {i18n.t('All is well. Nothing needs your attention.')}
        </p>
      ) : (
        <ul>
          {warnings.map((warning) => (
            <Warning key={warning.kind} kind={warning.kind} {...warningWords(warning)} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Warning = ({
  kind,
  title,
  advice,
  to,
}: ReturnType<typeof warningWords> & Pick<SystemWarning, 'kind'>) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-3 last:border-b-0">
    <span className="grid size-8 flex-none place-items-center self-start rounded-full bg-amber-bg text-amber-fg">
      <TriangleAlert aria-hidden />
    </span>
    <div className="min-w-0 flex-1 basis-56">
      <p className="font-semibold">{title}</p>
      <p className="max-w-[100ch] text-pretty text-muted">{advice}</p>
    </div>
    {kind === 'registration-open' && <RequireApproval className="max-sm:ms-12" />}
    {to && (
      <Link to={to.path} className={cn(buttonClass('secondary', 'small'), 'max-sm:ms-12')}>
        {to.label}
      </Link>
    )}
  </li>
)

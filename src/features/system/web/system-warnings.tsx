import { i18n } from '#platform/contract/i18n.ts'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import type { SystemWarning } from '../contract.ts'
import { warningWords } from './words.ts'

/** What should be put right, each with what to do. */
export function SystemWarnings({ warnings }: { warnings: readonly SystemWarning[] }) {
  return (
    <section aria-label={i18n.t('Warnings')} className="card overflow-hidden">
      {warnings.length === 0 ? (
        <p className="flex items-center gap-3 px-4 py-3 text-green-fg">
          <CircleCheck aria-hidden className="flex-none" />
          {i18n.t('All is well. Nothing needs your attention.')}
        </p>
      ) : (
        <ul>
          {warnings.map((warning) => (
            <Warning key={warning.kind} {...warningWords(warning)} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Warning = ({ title, advice, to }: ReturnType<typeof warningWords>) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-amber-bg px-4 py-3 text-amber-fg last:border-b-0">
    <TriangleAlert aria-hidden className="flex-none self-start" />
    <div className="min-w-0 flex-1 basis-56">
      <p className="font-semibold">{title}</p>
      <p className="max-w-[80ch] text-pretty">{advice}</p>
    </div>
    {to && (
      <Link to={to.path} className={buttonClass('secondary', 'small')}>
        {to.label}
      </Link>
    )}
  </li>
)

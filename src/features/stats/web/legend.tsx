import { i18n, words } from '#platform/contract/i18n.ts'
import type { ReactNode } from 'react'

const colours = { created: 'bg-blue-solid', resolved: 'bg-green-solid' } as const
const labels = words({
  created: () => i18n.t('created'),
  resolved: () => i18n.t('resolved'),
})

export const LegendEntry = ({ of, children }: { of: keyof typeof colours; children?: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-[3px] ${colours[of]}`} />
    {children} {labels[of]}
  </span>
)

import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { writtenDay } from '#platform/web/written.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import type { RetentionRule } from '../contract.ts'
import { retentionRules } from './api.ts'
import { ChangeRule } from './change-rule.tsx'
import { ruleWords, stateWords } from './words.ts'

export function RetentionScreen() {
  return isAdministrator(useViewer()) ? <Rules /> : <AccessDenied hint={adminsOnly()} />
}

function Rules() {
  const found = useQuery(retentionRules())
  const [changing, setChanging] = useState<RetentionRule>()
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Retention')}
        hint={i18n.t('Choose what is deleted automatically. Nothing is deleted until you turn on a rule.')}
      />
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The rules could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingRows label={i18n.t('Loading rules...')} rows={3} />}
      {found.data && (
        <ul aria-label={i18n.t('Rules')} className="flex flex-col gap-3">
          {found.data.map((rule) => (
            <Rule key={rule.kind} rule={rule} onChange={() => setChanging(rule)} />
          ))}
        </ul>
      )}
      {changing && <ChangeRule rule={changing} onClose={() => setChanging(undefined)} />}
    </div>
  )
}

function Rule({ rule, onChange }: { rule: RetentionRule; onChange(): void }) {
  const { title, hint } = ruleWords[rule.kind]
  const { months, changedBy, changedAt } = rule
  return (
    <li className="card flex flex-wrap items-start gap-3 p-4">
      <div className="flex min-w-60 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-section">{title}</h2>
          <Badge hue={months === null ? 'gray' : 'green'}>{stateWords(months)}</Badge>
        </div>
        <p className="text-muted">{hint}</p>
        {changedBy && changedAt && (
          <p className="text-meta text-subtle">
            {i18n.t('Switched on by {name}, {day}', { name: nameOf(changedBy), day: writtenDay(changedAt) })}
          </p>
        )}
      </div>
      <Button onClick={onChange} aria-label={i18n.t('Change {title}', { title })}>
        {i18n.t('Change')}
      </Button>
    </li>
  )
}

import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { useTypedText } from '#platform/web/hooks/use-typed-text.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import type { AuditFilter } from '../contract.ts'
import { eventTypes } from './api.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  onChange(change: Partial<AuditFilter>): void
  subjectName: string | undefined
  actorName: string | undefined
}

export function AuditFilters({ filter, onChange, subjectName, actorName }: AuditFiltersProps) {
  const { type, actorId, subject, from, to } = filter
  const groups = useQuery(eventTypes()).data
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_10rem_10rem]">
        <Field label={i18n.t('Event')} className="max-sm:col-span-2">
          <Select
            isInstant
            value={type ?? ''}
            onChange={({ target }) => onChange({ type: target.value || undefined })}
          >
            <option value="">{i18n.t('All events')}</option>
            {/* Keeps the chosen type selected until the names are loaded. */}
            {!groups && type !== undefined && <option value={type}>{type}</option>}
            {groups?.map(({ heading, types }) => (
              <optgroup key={heading} label={heading}>
                {types.map((each) => (
                  <option key={each.type} value={each.type}>
                    {each.says}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label={i18n.t('Who')} className="max-sm:col-span-2">
          <PersonPicker
            isEverybody
            value={actorId ?? ''}
            onValueChange={(id) => onChange({ actorId: id || undefined })}
            placeholder={i18n.t('Anyone')}
          />
        </Field>
        <Field label={i18n.t('From')}>
          <DayInput value={from} max={to} onChange={(day) => onChange({ from: day })} />
        </Field>
        <Field label={i18n.t('To')}>
          <DayInput value={to} min={from} onChange={(day) => onChange({ to: day })} />
        </Field>
      </div>
      {isFiltered && (
        <div className="flex flex-wrap items-center gap-2">
          {actorId !== undefined && (
            <Narrowed
              label={i18n.t('Who: {actorName}', { actorName: actorName ?? '…' })}
              onRemove={() => onChange({ actorId: undefined })}
            />
          )}
          {subject !== undefined && (
            <Narrowed
              label={i18n.t('About: {subjectName}', { subjectName: subjectName ?? '…' })}
              onRemove={() => onChange({ subject: undefined })}
            />
          )}
          <Button
            variant="ghost"
            size="small"
            onClick={() =>
              onChange({
                type: undefined,
                actorId: undefined,
                subject: undefined,
                from: undefined,
                to: undefined,
              })
            }
          >
            {i18n.t('Clear filters')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface DayInputProps {
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange(day: string | undefined): void
}

/** Reports a typed day only once its year has four digits. */
function DayInput({ value, min, max, onChange }: DayInputProps) {
  const { text, type, leave } = useTypedText(value ?? '', (day) => {
    if (day === '' || day >= '1000') onChange(day || undefined)
  })
  return (
    <Input
      type="date"
      value={text}
      min={min}
      max={max}
      onChange={({ target }) => type(target.value)}
      onBlur={leave}
    />
  )
}

function Narrowed({ label, onRemove }: { label: string; onRemove(): void }) {
  return (
    <Button size="small" aria-label={i18n.t('{label}, remove', { label })} onClick={onRemove}>
      <span className="max-w-60 truncate">{label}</span>
      <X aria-hidden className="size-3.5!" />
    </Button>
  )
}

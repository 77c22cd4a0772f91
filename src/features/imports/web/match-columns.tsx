import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import type { Import, ImportOptions } from '../contract.ts'
import { importFieldsOf, kindWords, type FieldName } from '../fields/contract.ts'
import { checkImport } from './api.ts'
import { reasonOf } from './words.ts'

export function MatchColumns({ one, onChecked }: { one: Import; onChecked?: () => void }) {
  const checking = useMutation(checkImport(useQueryClient()))
  const [columns, setColumns] = useState<Record<string, number>>(one.columns)
  const [options, setOptions] = useState<ImportOptions>(one.options)
  const issues = checking.error instanceof CallError ? checking.error.issues : []
  const faultOf = (field: string) => issues.find(({ path }) => path === `columns.${field}`)?.message

  function match(field: FieldName, value: string) {
    const { [field]: _, ...rest } = columns
    setColumns(value === '' ? rest : { ...rest, [field]: Number(value) })
  }
  return (
    <section aria-label={one.fileName} className="card flex flex-col gap-5 p-4">
      <header>
        <h2 className="text-section wrap-anywhere">{one.fileName}</h2>
        <p className="text-muted">
          {i18n.t('{kind}: {count, plural, one {# row} other {# rows}}. Choose the column for each field.', {
            kind: kindWords[one.kind],
            count: one.totalRows,
          })}
        </p>
      </header>
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {importFieldsOf(one.kind).map(({ name, label, isRequired }) => (
          <Field
            key={name}
            label={isRequired ? `${label()} *` : label()}
            hint={samplesOf(one, columns[name])}
            error={faultOf(name)}
          >
            <Select
              value={String(columns[name] ?? '')}
              required={isRequired}
              onChange={({ target }) => match(name, target.value)}
            >
              <option value="">{i18n.t('Not in the file')}</option>
              {one.headings.map((heading, place) => (
                <option key={place} value={place}>
                  {heading || i18n.t('Column {place}', { place: place + 1 })}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <h3 className="font-medium">{i18n.t('How it is read')}</h3>
      <div className="grid gap-4 md:grid-cols-3">
        <Field
          label={i18n.t('System it comes from')}
          hint={i18n.t('Only where you import from several systems, whose IDs may be the same')}
        >
          <Input
            value={options.source}
            onChange={({ target }) => setOptions({ ...options, source: target.value })}
          />
        </Field>
        <Field label={i18n.t('03/04/2025 is')} hint={i18n.t('2025-04-03 is always understood')}>
          <Select
            value={options.dateOrder}
            onChange={({ target }) =>
              setOptions({ ...options, dateOrder: target.value === 'mdy' ? 'mdy' : 'dmy' })
            }
          >
            <option value="dmy">{i18n.t('3 April')}</option>
            <option value="mdy">{i18n.t('March 4')}</option>
          </Select>
        </Field>
        {namesPeople(one) && (
          <Field
            label={i18n.t('Accounts that are not confirmed')}
            hint={i18n.t(
              'Someone registered with an address in the file. Taking the account over ends its password, sessions and links.',
            )}
          >
            <Select
              value={options.unconfirmed}
              onChange={({ target }) =>
                setOptions({
                  ...options,
                  unconfirmed: target.value === 'take_over' ? 'take_over' : 'refuse',
                })
              }
            >
              <option value="refuse">{i18n.t('Refuse the row')}</option>
              <option value="take_over">{i18n.t('Take over the account')}</option>
            </Select>
          </Field>
        )}
        {(one.kind === 'tickets' || one.kind === 'comments') && (
          <Field
            label={i18n.t('Attribute entries by unknown people to')}
            hint={i18n.t('Without a choice such rows are refused')}
          >
            <PersonPicker
              value={options.fallbackPersonId ?? ''}
              isEverybody
              clearable
              placeholder={i18n.t('No one')}
              onValueChange={(id) => setOptions({ ...options, fallbackPersonId: id || null })}
            />
          </Field>
        )}
      </div>
      {checking.isError && <ErrorNote error={checking.error}>{reasonOf(checking.error)}</ErrorNote>}
      <Button
        variant="primary"
        className="self-start"
        busy={checking.isPending}
        busyLabel={i18n.t('Checking...')}
        onClick={() =>
          checking.mutate({ id: one.id, matching: { columns, options } }, { onSuccess: () => onChecked?.() })
        }
      >
        {i18n.t('Check rows')}
      </Button>
    </section>
  )
}

const namesPeople = ({ kind }: Import) => kind === 'people' || kind === 'tickets' || kind === 'comments'

function samplesOf({ samples }: Import, place: number | undefined): string | undefined {
  if (place === undefined) return undefined
  const shown = samples.map((row) => (row[place] ?? '').trim().slice(0, 40)).filter((text) => text !== '')
  return shown.length === 0 ? i18n.t('Empty in the first rows') : shown.join(' · ')
}

import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { importLimits, tooLarge } from '../contract.ts'
import { importKinds, kindWords, type ImportKind } from '../fields/contract.ts'
import { sendFile } from './api.ts'
import { reasonOf } from './words.ts'

export function NewImport({ onSent }: { onSent(id: string): void }) {
  const sending = useMutation(sendFile(useQueryClient()))
  const [kind, setKind] = useState<ImportKind>('clients')
  const [file, setFile] = useState<File>()
  const [isAsked, setAsked] = useState(false)
  const fault = faultOf(file)

  function send() {
    if (fault !== undefined) return setAsked(true)
    if (file) sending.mutate({ kind, file }, { onSuccess: ({ id }) => onSent(id) })
  }
  return (
    <section aria-label={i18n.t('New import')} className="card flex flex-col gap-4 p-4">
      <p className="text-muted">
        {i18n.t(
          'Import clients, people, products, tickets and comments in this order, because each refers to the ones before. You’ll see a preview before anything changes. No emails are sent.',
        )}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={i18n.t('Contents of the file')}>
          <Select
            value={kind}
            onChange={({ target: { value } }) => isOneOf(importKinds, value) && setKind(value)}
          >
            {importKinds.map((one) => (
              <option key={one} value={one}>
                {kindWords[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={i18n.t('CSV file')}
          hint={i18n.t('UTF-8, with column names in the first row')}
          error={isAsked ? fault : undefined}
        >
          <Input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        </Field>
      </div>
      {sending.isError && <ErrorNote error={sending.error}>{reasonOf(sending.error)}</ErrorNote>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" busy={sending.isPending} busyLabel={i18n.t('Sending...')} onClick={send}>
          {i18n.t('Continue')}
        </Button>
        <a href={`/api/imports/templates/${kind}`} download className={buttonClass('link')}>
          {i18n.t('Download an example file')}
        </a>
      </div>
    </section>
  )
}

function faultOf(file: File | undefined): string | undefined {
  if (!file) return i18n.t('Choose a file')
  return file.size > importLimits.bytes ? tooLarge() : undefined
}

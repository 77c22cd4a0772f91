import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { writtenNumber } from '#platform/web/written.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Pager } from '#platform/web/ui/pager.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { outcomes, type Import, type Outcome } from '../contract.ts'
import { kindWords } from '../fields/contract.ts'
import { importRows, resumeCheck, rowsAtOnce, runImport } from './api.ts'
import { MatchColumns } from './match-columns.tsx'
import { notesInWords, outcomeHues, outcomeWords, reasonOf, stateWords } from './words.ts'

export function RowsOfImport({ one }: { one: Import }) {
  const client = useQueryClient()
  const running = useMutation(runImport(client))
  const resuming = useMutation(resumeCheck(client))
  const [isMatching, setMatching] = useState(false)
  const { counts, state, isMoving, doneRows, totalRows } = one
  const changing = counts.create + counts.update
  const failed = [running, resuming].find(({ isError }) => isError)
  // A check that has begun ends the matching, in any browser.
  if (isMatching && state !== 'checked') setMatching(false)
  if (isMatching) return <MatchColumns one={one} onChecked={() => setMatching(false)} />
  return (
    <section aria-label={one.fileName} className="flex min-w-0 flex-col gap-4">
      <div className="card flex flex-col gap-4 p-4">
        <header className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-section wrap-anywhere">{one.fileName}</h2>
          <p className="text-muted">{kindWords[one.kind]}</p>
        </header>
        <p role="status">
          {stateWords(one)} – {summaryOf(one)}
        </p>
        {isMoving && (
          <div
            role="progressbar"
            aria-label={stateWords(one)}
            aria-valuemin={0}
            aria-valuemax={totalRows}
            aria-valuenow={doneRows}
            className="h-1 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className="h-full bg-accent transition-[width]"
              style={{ width: `${(100 * doneRows) / totalRows}%` }}
            />
          </div>
        )}
        <ul className="flex flex-wrap gap-2">
          {outcomes.map((outcome) => (
            <li key={outcome}>
              <Badge hue={outcomeHues[outcome]}>
                {outcomeWords[outcome]} {writtenNumber(counts[outcome])}
              </Badge>
            </li>
          ))}
        </ul>
        {one.failure !== null && !isMoving && <ErrorNote>{one.failure}</ErrorNote>}
        {failed && <ErrorNote error={failed.error}>{reasonOf(failed.error)}</ErrorNote>}
        <div className="flex flex-wrap gap-2">
          {state === 'checked' && changing > 0 && (
            <Button variant="primary" busy={running.isPending} onClick={() => running.mutate(one.id)}>
              {i18n.t('{count, plural, one {Import # row} other {Import # rows}}', { count: changing })}
            </Button>
          )}
          {state === 'running' && !isMoving && (
            <Button variant="primary" busy={running.isPending} onClick={() => running.mutate(one.id)}>
              {i18n.t('Continue import')}
            </Button>
          )}
          {state === 'checking' && !isMoving && (
            <Button variant="primary" busy={resuming.isPending} onClick={() => resuming.mutate(one.id)}>
              {i18n.t('Continue check')}
            </Button>
          )}
          {state === 'checked' && (
            <Button onClick={() => setMatching(true)}>{i18n.t('Change columns')}</Button>
          )}
          {counts.refused > 0 && !isMoving && (
            <a href={`/api/imports/${one.id}/refused`} download className={buttonClass()}>
              <Download aria-hidden />
              {i18n.t('Download refused rows')}
            </a>
          )}
        </div>
      </div>
      {doneRows > 0 && <Rows key={`${state} ${String(isMoving)}`} one={one} />}
    </section>
  )
}

const summaryOf = ({ doneRows, totalRows }: Import) =>
  i18n.t('{done} of {count, plural, one {# row} other {# rows}}', {
    done: writtenNumber(doneRows),
    count: totalRows,
  })

function Rows({ one }: { one: Import }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [page, setPage] = useState(1)
  const found = useQuery(importRows(one.id, outcome, page))
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field label={i18n.t('Show')} className="max-w-60">
        <Select
          value={outcome ?? ''}
          onChange={({ target: { value } }) => {
            setOutcome(isOneOf(outcomes, value) ? value : undefined)
            setPage(1)
          }}
        >
          <option value="">{i18n.t('All rows')}</option>
          {outcomes.map((each) => (
            <option key={each} value={each}>
              {outcomeWords[each]}
            </option>
          ))}
        </Select>
      </Field>
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The rows could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingRows label={i18n.t('Loading rows...')} rows={6} />}
      {found.data && (
        <>
          <Table
            label={i18n.t('Rows')}
            className="max-sm:[&_:is(th,td)]:px-2 max-sm:[&_:is(th,td)]:wrap-anywhere"
          >
            <TableHead>
              <Th className="text-end">{i18n.t('Row')}</Th>
              <Th>{i18n.t('What happens')}</Th>
              <Th>{i18n.t('Name')}</Th>
              <Th>{i18n.t('Details')}</Th>
            </TableHead>
            <TableBody>
              {found.data.rows.map((row) => (
                <TableRow key={row.place}>
                  <Td className="text-end tabular-nums">{row.place}</Td>
                  <Td>
                    <Badge hue={outcomeHues[row.outcome]}>{outcomeWords[row.outcome]}</Badge>
                  </Td>
                  <Td className="wrap-anywhere">{row.label}</Td>
                  <Td className="wrap-anywhere whitespace-normal">{notesInWords(row.notes)}</Td>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <Pager
            page={page}
            pageCount={Math.ceil(found.data.total / rowsAtOnce)}
            onPageChange={setPage}
            summary={i18n.t('{count, plural, one {# row} other {# rows}}', { count: found.data.total })}
          />
        </>
      )}
    </div>
  )
}

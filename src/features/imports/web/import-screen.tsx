import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { CallError } from '#platform/web/call.ts'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { writtenMoment } from '#platform/web/written.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import type { Import } from '../contract.ts'
import { kindWords } from '../fields/contract.ts'
import { importDetail, importList, removeImport } from './api.ts'
import { MatchColumns } from './match-columns.tsx'
import { NewImport } from './new-import.tsx'
import { RowsOfImport } from './rows-of-import.tsx'
import { reasonOf, stateWords } from './words.ts'

export function ImportScreen() {
  return isAdministrator(useViewer()) ? <Imports /> : <AccessDenied hint={adminsOnly()} />
}

function Imports() {
  const [params, change] = useSearchParams()
  const id = params['import']
  const choose = (chosen: string | undefined) => change({ import: chosen })
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Import')}
        hint={i18n.t('Bring clients, people, products, tickets and comments from another system')}
        actions={
          id !== undefined && (
            <>
              <RemoveImport key={id} id={id} onRemoved={() => choose(undefined)} />
              <Button onClick={() => choose(undefined)}>
                <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
                {i18n.t('All imports')}
              </Button>
            </>
          )
        }
      />
      {id === undefined ? (
        <>
          <NewImport onSent={choose} />
          <EarlierImports onChoose={choose} />
        </>
      ) : (
        <OneImport key={id} id={id} />
      )}
    </div>
  )
}

function EarlierImports({ onChoose }: { onChoose(id: string): void }) {
  const found = useQuery(importList())
  if (found.isPending) return <LoadingRows label={i18n.t('Loading imports...')} rows={3} />
  const failure = found.isError && (
    <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
      {i18n.t('The imports could not be loaded.')}
    </ErrorNote>
  )
  if (!found.data || found.data.length === 0) return failure
  return (
    <section className="flex min-w-0 flex-col gap-2">
      {failure}
      <h2 className="text-section">{i18n.t('Imports of the last two weeks')}</h2>
      <Table label={i18n.t('Imports of the last two weeks')}>
        <TableHead>
          <Th>{i18n.t('File')}</Th>
          <Th className="max-sm:hidden">{i18n.t('What')}</Th>
          <Th>{i18n.t('State')}</Th>
          <Th className="max-md:hidden">{i18n.t('Sent')}</Th>
        </TableHead>
        <TableBody>
          {found.data.map((one) => (
            <TableRow key={one.id}>
              <Td className="wrap-anywhere">
                <Button variant="link" onClick={() => onChoose(one.id)}>
                  {one.fileName}
                </Button>
              </Td>
              <Td className="max-sm:hidden">{kindWords[one.kind]}</Td>
              <Td>{stateWords(one)}</Td>
              <Td className="max-md:hidden">{writtenMoment(one.createdAt)}</Td>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

function OneImport({ id }: { id: string }) {
  const found = useQuery(importDetail(id))
  const { data, error } = found
  if (found.isPending) return <LoadingRows label={i18n.t('Loading the import...')} rows={6} />
  const isGone = error instanceof CallError && error.status === 404
  return (
    <>
      {error && (
        <ErrorNote error={error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The import could not be loaded. It may have been removed.')}
        </ErrorNote>
      )}
      {data && !isGone && <ImportSteps one={data} />}
    </>
  )
}

const ImportSteps = ({ one }: { one: Import }) =>
  one.state === 'matching' ? <MatchColumns key={one.id} one={one} /> : <RowsOfImport one={one} />

function RemoveImport({ id, onRemoved }: { id: string; onRemoved(): void }) {
  const removing = useMutation(removeImport(useQueryClient()))
  const [isAsked, setAsked] = useState(false)
  const leave = useWhileShown(onRemoved)
  async function remove() {
    setAsked(false)
    try {
      const { message } = await removing.mutateAsync(id)
      toastSuccess(message)
      leave()
    } catch (error) {
      toastFailure(reasonOf(error))
    }
  }
  return (
    <>
      <Button busy={removing.isPending} onClick={() => setAsked(true)}>
        <Trash2 aria-hidden />
        {i18n.t('Remove import')}
      </Button>
      <AlertDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={i18n.t('Remove import')}
        description={i18n.t(
          'This deletes the file and the results for its rows. What was imported from it stays.',
        )}
        confirmLabel={i18n.t('Remove')}
        onConfirm={() => void remove()}
      />
    </>
  )
}

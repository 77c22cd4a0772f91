import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { changedValues } from '#platform/contract/records.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { useFormInAddress } from '#platform/web/hooks/use-form-in-address.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { EmailSettings, EmailTemplate } from '../contract.ts'
import { changeEmailSettings, emailSettings } from './api.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { HealthCard } from './health-card.tsx'
import { beginWith, isEdited, type Edited, type ServerDraft } from './server-draft.ts'
import { TemplateSection } from './template-section.tsx'
import { TestDeliveryCard } from './test-delivery-card.tsx'

interface PanelsProps {
  onChanged(isChanged: boolean): void
}

export function EmailSettingsPanels({ onChanged }: PanelsProps) {
  const found = useQuery(emailSettings())
  // An edit must not start from values of an earlier visit.
  const isCurrent = found.isFetchedAfterMount || found.isError
  return (
    <div className="flex flex-col gap-4">
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The email settings could not be loaded.')}
        </ErrorNote>
      )}
      {!isCurrent && <LoadingRows label={i18n.t('Loading email settings...')} rows={8} />}
      {isCurrent && found.data && (
        <Panels
          settings={found.data}
          reload={async () => !(await found.refetch()).isError}
          onChanged={onChanged}
        />
      )}
    </div>
  )
}

interface LoadedProps extends PanelsProps {
  settings: EmailSettings
  reload(): Promise<boolean>
}

function Panels({ settings, reload, onChanged }: LoadedProps) {
  const [isEditing, setEditing] = useFormInAddress('edit')
  const [typed, setTyped] = useState(() => (isEditing ? beginWith(settings) : undefined))
  const [edited, setEdited] = useState<Edited<EmailTemplate>>()
  const [faults, setFaults] = useState<Partial<Record<keyof EmailTemplate, string>>>({})
  const [isResetting, setResetting] = useState(false)
  const saving = useMutation(changeEmailSettings(useQueryClient()))
  const server = isEditing ? typed : undefined
  const template = edited?.now ?? settings.emailTemplate
  const isTemplateChanged = edited !== undefined && isEdited(edited)
  const isServerChanged = server !== undefined && isEdited(server)
  const isChanged = isTemplateChanged || isServerChanged
  const tell = useEffectEvent(onChanged)
  useEffect(() => tell(isChanged), [isChanged])

  function editServer(draft: Edited<ServerDraft> | undefined) {
    setTyped(draft)
    if (isEditing !== (draft !== undefined)) setEditing(!isEditing)
  }

  async function save() {
    if (!isTemplateChanged && isServerChanged)
      return toastFailure(i18n.t('The SMTP settings are not saved yet: use “Save SMTP Settings”.'))
    const sent = edited
    try {
      if (sent && isTemplateChanged)
        await saving.mutateAsync({ emailTemplate: changedValues(sent.begun, sent.now) })
      // Keeps text typed while saving.
      setEdited((last) => (last && sent && last !== sent ? { ...last, begun: sent.now } : undefined))
      setFaults({})
      toastSuccess(i18n.t('Email settings updated successfully.'))
    } catch (error) {
      const said = messageIn(error)
      const found = Object.entries(issuesByField(error))
      setFaults(Object.fromEntries(found.map(([path, message]) => [path.split('.').at(-1), message])))
      toastFailure(said ?? i18n.t('Failed to update email settings.'))
    }
  }

  async function reset() {
    setResetting(true)
    // Drop typed values only when the saved ones are loaded.
    if (await reload()) {
      editServer(undefined)
      setEdited(undefined)
      setFaults({})
    } else toastFailure(i18n.t('The email settings could not be loaded.'))
    setResetting(false)
  }

  return (
    <>
      <div className="grid items-stretch gap-4 md:grid-cols-2">
        <HealthCard />
        <TestDeliveryCard isChanged={isTemplateChanged} />
      </div>
      <ConfigurationCard settings={settings} draft={server} onDraftChange={editServer} />
      <TemplateSection
        template={template}
        faults={faults}
        onChange={(next) => {
          setEdited({ begun: edited?.begun ?? settings.emailTemplate, now: next })
          setFaults({})
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isChanged && (
          <p className="me-auto text-meta text-muted max-sm:basis-full">
            {i18n.t('You have unsaved changes.')}
          </p>
        )}
        <Button busy={isResetting} onClick={() => void reset()}>
          {i18n.t('Reset Changes')}
        </Button>
        <Button
          variant="primary"
          busy={saving.isPending}
          busyLabel={i18n.t('Saving...')}
          onClick={() => void save()}
        >
          {i18n.t('Save Settings')}
        </Button>
      </div>
    </>
  )
}

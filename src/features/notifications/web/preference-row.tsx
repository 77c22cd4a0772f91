import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Send, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#platform/web/ui/overlay/menu.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toast, toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import {
  frequencies,
  frequencyWords,
  notificationWords,
  type EmailPreference,
  type PreferenceChange,
} from '../contract.ts'
import { defaultPreference } from '../policy.ts'
import { changePreference, deletePreference, testPreference } from './api.ts'
import { frequencyHue, lastSent } from './words.ts'
import { messageIn } from '#platform/web/refusal.ts'

function useRow({ id, userId, notificationType }: EmailPreference) {
  const client = useQueryClient()
  const changing = useMutation(changePreference(client, id))
  const deleting = useMutation(deletePreference(client))
  const testing = useMutation(testPreference(client))
  const [draft, setDraft] = useState<PreferenceChange>({})
  function change(one: PreferenceChange) {
    const chosen = { ...draft, ...one }
    setDraft(chosen)
    changing.mutate(chosen, {
      onSuccess: () => toastSuccess(i18n.t('Email preference updated successfully.')),
      onError: (error) => toastFailure(messageIn(error) ?? i18n.t('Failed to update email preference.')),
      onSettled: () => setDraft({}),
    })
  }
  return {
    draft,
    change,
    isTesting: testing.isPending,
    test: () =>
      testing.mutate(
        { userId, notificationType },
        {
          onSuccess({ sent, message, reason }) {
            if (sent) return toastSuccess(message ?? i18n.t('Test email sent successfully!'))
            toast({
              title: i18n.t('Email Not Sent'),
              description: reason ?? i18n.t('Email was not sent because this preference is disabled.'),
              tone: 'destructive',
            })
          },
          onError: (error) => toastFailure(messageIn(error) ?? i18n.t('Failed to send test email.')),
        },
      ),
    isDeleting: deleting.isPending,
    // Awaited here: the row unmounts before a callback of the mutation runs.
    async remove(): Promise<void> {
      try {
        await deleting.mutateAsync(id)
        toastSuccess(i18n.t('Email preference deleted successfully.'))
      } catch (error) {
        toastFailure(messageIn(error) ?? i18n.t('Failed to delete email preference.'))
      }
    },
  }
}

interface PreferenceRowProps {
  preference: EmailPreference
  isWide: boolean
}

export function PreferenceRow({ preference, isWide }: PreferenceRowProps) {
  const row = useRow(preference)
  const [isAsking, setAsking] = useState(false)
  const { notificationType, lastSentAt } = preference
  const { frequency, isEnabled } = { ...preference, ...row.draft }
  const label = notificationWords[notificationType]
  const parts = {
    name: (
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        <p className="text-meta text-muted">{lastSent(lastSentAt)}</p>
      </div>
    ),
    frequency: (
      <Select
        isInstant
        aria-label={i18n.t('Frequency of {label}', { label })}
        className="w-36"
        value={frequency}
        onChange={({ target }) => {
          const chosen = frequencies.find((one) => one === target.value)
          if (chosen) row.change({ frequency: chosen })
        }}
      >
        {frequencies.map((one) => (
          <option key={one} value={one}>
            {frequencyWords[one]}
          </option>
        ))}
      </Select>
    ),
    badge: <Badge hue={frequencyHue[frequency]}>{frequencyWords[frequency]}</Badge>,
    enabled: (
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={i18n.t('{label} enabled', { label })}
        checked={isEnabled}
        aria-checked={isEnabled}
        onChange={({ target }) => row.change({ isEnabled: target.checked })}
      />
    ),
    test: (
      <Button aria-label={i18n.t('Test {label}', { label })} busy={row.isTesting} onClick={row.test}>
        <Send aria-hidden className="max-sm:hidden" />
        {i18n.t('Test')}
      </Button>
    ),
    ask: () => setAsking(true),
    label,
  }
  return (
    <li className={isWide ? undefined : 'card p-3'}>
      {isWide ? <Wide {...parts} /> : <Narrow {...parts} />}
      {isAsking && (
        <AlertDialog
          open
          onOpenChange={() => setAsking(false)}
          title={i18n.t('Delete {label}', { label })}
          description={i18n.t(
            'This type then returns to its default: {frequency}. To stop these emails, turn them off instead.',
            { frequency: frequencyWords[defaultPreference(notificationType).frequency] },
          )}
          confirmLabel={i18n.t('Delete')}
          busy={row.isDeleting}
          busyLabel={i18n.t('Deleting...')}
          onConfirm={() => void row.remove().finally(() => setAsking(false))}
        />
      )}
    </li>
  )
}

type Parts = Record<'name' | 'frequency' | 'badge' | 'enabled' | 'test', ReactNode> & {
  label: string
  ask(): void
}

const Wide = ({ name, frequency, badge, enabled, test, ask, label }: Parts) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto_6.5rem_auto_auto_auto] items-center gap-4 px-4 py-3">
    {name}
    {frequency}
    <span>{badge}</span>
    {enabled}
    {test}
    <Button aria-label={i18n.t('Delete {label}', { label })} onClick={ask}>
      <Trash2 aria-hidden />
      {i18n.t('Delete')}
    </Button>
  </div>
)

const Narrow = ({ name, frequency, badge, enabled, test, ask, label }: Parts) => (
  <div className="flex flex-col gap-3">
    <div className="flex items-start justify-between gap-2">
      {name}
      <span className="-me-1 -mt-1 flex items-center gap-2">
        {enabled}
        <Menu>
          <MenuTrigger asChild>
            <IconButton label={i18n.t('More for {label}', { label })}>
              <Ellipsis aria-hidden />
            </IconButton>
          </MenuTrigger>
          <MenuContent align="end">
            <MenuItem icon={<Trash2 aria-hidden />} onSelect={ask}>
              {i18n.t('Delete')}
            </MenuItem>
          </MenuContent>
        </Menu>
      </span>
    </div>
    <div className="flex flex-wrap items-center gap-3">
      {frequency}
      {badge}
      <span className="ms-auto">{test}</span>
    </div>
  </div>
)

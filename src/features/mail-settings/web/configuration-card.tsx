import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { Fact, Facts } from '#platform/web/ui/facts.tsx'
import type { EmailSettings } from '../contract.ts'
import { emailHealth } from './api.ts'
import { Panel } from './panel.tsx'
import { beginWith, type Edited, type ServerDraft } from './server-draft.ts'
import { ServerForm } from './server-form.tsx'

interface ConfigurationCardProps {
  settings: EmailSettings
  draft: Edited<ServerDraft> | undefined
  onDraftChange(draft: Edited<ServerDraft> | undefined): void
}

export function ConfigurationCard({ settings, draft, onDraftChange }: ConfigurationCardProps) {
  const toggle = draft ? (
    <Button onClick={() => onDraftChange(undefined)}>{i18n.t('Cancel')}</Button>
  ) : (
    <Button onClick={() => onDraftChange(beginWith(settings))}>
      <Pencil aria-hidden />
      {i18n.t('Edit Settings')}
    </Button>
  )
  return (
    <Panel title={i18n.t('Email Configuration')} action={toggle}>
      {draft ? (
        <ServerForm
          draft={draft}
          settings={settings}
          onChange={onDraftChange}
          onSaved={() => onDraftChange(undefined)}
        />
      ) : (
        <Configuration settings={settings} />
      )}
    </Panel>
  )
}

function securityOf({ useSSL, useTLS }: EmailSettings): string {
  if (useSSL) return 'SSL'
  return useTLS ? 'TLS' : i18n.t('None')
}

const Configuration = ({ settings }: { settings: EmailSettings }) => (
  <Facts>
    <Fact term={i18n.t('Host')}>{settings.smtpHost}</Fact>
    <Fact term={i18n.t('Port')}>{settings.smtpPort}</Fact>
    <Fact term={i18n.t('Username')}>{settings.smtpUsername}</Fact>
    <Fact term={i18n.t('From Email')}>{settings.fromEmail}</Fact>
    <Fact term={i18n.t('Reply To')}>{settings.replyToEmail}</Fact>
    <Fact term={i18n.t('Company')}>{settings.companyName}</Fact>
    <Fact term={i18n.t('Security')}>{securityOf(settings)}</Fact>
    <Fact term={i18n.t('Status')}>
      <Connection isConfigured={settings.isConfigured} />
    </Fact>
  </Facts>
)

function Connection({ isConfigured }: { isConfigured: boolean }) {
  const { data, isError } = useQuery(emailHealth())
  if (!isConfigured) return <StatusDot hue="amber">{i18n.t('Not set up')}</StatusDot>
  if (isError) return <StatusDot hue="amber">{i18n.t('Unknown')}</StatusDot>
  if (!data) return <StatusDot hue="gray">{i18n.t('Checking...')}</StatusDot>
  return data.status === 'healthy' ? (
    <StatusDot hue="green">{i18n.t('Connected')}</StatusDot>
  ) : (
    <StatusDot hue="red">{i18n.t('Not connected')}</StatusDot>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { Fact, Facts } from '#platform/web/ui/facts.tsx'
import type { EmailSettings } from '../contract.ts'
import { emailHealth } from './api.ts'
import { Panel } from './panel.tsx'
import { draftOf, type ServerDraft } from './server-draft.ts'
import { ServerForm } from './server-form.tsx'

interface ConfigurationCardProps {
  settings: EmailSettings
  /** Undefined: the settings are only shown. */
  draft: ServerDraft | undefined
  onDraftChange(draft: ServerDraft | undefined): void
}

/** The mail server: shown, or edited. */
export function ConfigurationCard({ settings, draft, onDraftChange }: ConfigurationCardProps) {
  const toggle = draft ? (
    <Button onClick={() => onDraftChange(undefined)}>Cancel</Button>
  ) : (
    <Button onClick={() => onDraftChange(draftOf(settings))}>
      <Pencil aria-hidden />
      Edit Settings
    </Button>
  )
  return (
    <Panel title="Email Configuration" action={toggle}>
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
  return useTLS ? 'TLS' : 'None'
}

const Configuration = ({ settings }: { settings: EmailSettings }) => (
  <Facts>
    <Fact term="Host">{settings.smtpHost}</Fact>
    <Fact term="Port">{settings.smtpPort}</Fact>
    <Fact term="Username">{settings.smtpUsername}</Fact>
    <Fact term="From Email">{settings.fromEmail}</Fact>
    <Fact term="Reply To">{settings.replyToEmail}</Fact>
    <Fact term="Company">{settings.companyName}</Fact>
    <Fact term="Security">{securityOf(settings)}</Fact>
    <Fact term="Status">
      <Connection isConfigured={settings.isConfigured} />
    </Fact>
  </Facts>
)

/** The result of the last check. */
function Connection({ isConfigured }: { isConfigured: boolean }) {
  const { data, isError } = useQuery(emailHealth())
  if (!isConfigured) return <StatusDot hue="amber">Not set up</StatusDot>
  if (isError) return <StatusDot hue="amber">Unknown</StatusDot>
  if (!data) return <StatusDot hue="gray">Checking...</StatusDot>
  return data.status === 'healthy' ? (
    <StatusDot hue="green">Connected</StatusDot>
  ) : (
    <StatusDot hue="red">Not connected</StatusDot>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inboundSettings } from '#features/inbound/web/api.ts'
import { waitingMails } from '#features/views/web/api.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useId, type ReactNode } from 'react'
import { sizeWords } from '#features/uploads/web/size-words.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { writtenNumber } from '#platform/web/written.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { Fact, Facts } from '#platform/web/ui/facts.tsx'
import type { System } from '../contract.ts'
import { databaseWords, filesKindWords, roundTripWords } from './words.ts'

export function SystemCards({ system }: { system: System }) {
  const { version, nodes, database, files, freeBytes, mail, lastBackup } = system
  const startedAt = nodes.find(({ isThis }) => isThis)?.startedAt
  return (
    <div className="grid gap-4 md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-2">
      <Card title={i18n.t('Program')}>
        <Fact term={i18n.t('Version')}>{version}</Fact>
        <Fact term={i18n.t('Started')}>{startedAt && <Ago at={startedAt} />}</Fact>
        <Fact term={i18n.t('Active nodes')}>{writtenNumber(nodes.length)}</Fact>
      </Card>
      <Card title={i18n.t('Database')}>
        <Fact term={i18n.t('Kind')}>{databaseWords(database)}</Fact>
        <Fact term={i18n.t('Size')}>{sizeWords(database.bytes)}</Fact>
        <Fact term={i18n.t('Round trip')}>{roundTripWords(database.roundTripMs)}</Fact>
      </Card>
      <Card title={i18n.t('Files')}>
        <Fact term={i18n.t('Location')}>{filesKindWords(files)}</Fact>
        <Fact term={i18n.t('Attachments')}>{writtenNumber(files.count)}</Fact>
        <Fact term={i18n.t('Size')}>{sizeWords(files.bytes)}</Fact>
        {freeBytes !== null && <Fact term={i18n.t('Free disk')}>{sizeWords(freeBytes)}</Fact>}
        {files.fullest.length > 0 && (
          <Fact
            term={i18n.t('Largest clients, of {most} each', { most: sizeWords(files.quotaBytes) })}
            isWide
          >
            <ul>
              {files.fullest.map(({ clientId, name, bytes }) => (
                <li key={clientId} className="flex justify-between gap-4">
                  <span className="min-w-0">{name}</span>
                  <span className="flex-none tabular-nums">{sizeWords(bytes)}</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Card>
      <Card title={i18n.t('Backup')}>
        <Fact term={i18n.t('Last backup')}>
          {lastBackup ? <Ago at={lastBackup.madeAt} /> : i18n.t('Never')}
        </Fact>
        {lastBackup && (
          <>
            <Fact term={i18n.t('Size')}>{sizeWords(lastBackup.bytes)}</Fact>
            <Fact term={i18n.t('Machine')}>{lastBackup.machine}</Fact>
            {lastBackup.isEncrypted !== null && (
              <Fact term={i18n.t('Encrypted')}>{lastBackup.isEncrypted ? i18n.t('Yes') : i18n.t('No')}</Fact>
            )}
            <Fact term={i18n.t('File')} isWide>
              {lastBackup.file}
            </Fact>
          </>
        )}
      </Card>
      <Card title={i18n.t('Mail')}>
        <Fact term={i18n.t('Mail server')}>
          <StatusDot hue={mail.isSetUp ? 'green' : 'amber'} className="text-body! text-text!">
            {mail.isSetUp ? i18n.t('Set up') : i18n.t('Not set up')}
          </StatusDot>
        </Fact>
        <Fact term={i18n.t('Last sent')}>
          {mail.lastSentAt ? <Ago at={mail.lastSentAt} /> : i18n.t('Never')}
        </Fact>
        {mail.lastFailure && (
          <Fact term={i18n.t('Latest email not accepted')} isWide>
            {mail.lastFailure.message} <span className="text-subtle">·</span>{' '}
            <span className="text-muted">
              <Ago at={mail.lastFailure.queuedAt} />
            </span>
          </Fact>
        )}
      </Card>
      <IncomingEmail />
    </div>
  )
}

function IncomingEmail() {
  const { data: settings } = useQuery(inboundSettings())
  const { data: waiting = 0 } = useQuery(waitingMails())
  if (!settings) return null
  const { isOn, lastMailAt, mailsToday, unreadToday } = settings.doors
  return (
    <Card title={i18n.t('Incoming Email')}>
      <Fact term={i18n.t('Status')}>
        <StatusDot hue={isOn ? 'green' : 'gray'} className="text-body! text-text!">
          {isOn ? i18n.t('On') : i18n.t('Off')}
        </StatusDot>
      </Fact>
      <Fact term={i18n.t('Last received')}>{lastMailAt ? <Ago at={lastMailAt} /> : i18n.t('Never')}</Fact>
      <Fact term={i18n.t('Today')}>{writtenNumber(mailsToday)}</Fact>
      <Fact term={i18n.t('Not understood today')}>{writtenNumber(unreadToday)}</Fact>
      <Fact term={i18n.t('Unsorted')}>
        {waiting > 0 ? <Link to="/inbound">{writtenNumber(waiting)}</Link> : writtenNumber(0)}
      </Fact>
    </Card>
  )
}

export const Ago = ({ at }: { at: string }) => <RelativeTime at={at} label={timeAgo} />

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card p-4">
      <h2 id={id} className="mb-3 text-section">
        {title}
      </h2>
      <Facts areShort>{children}</Facts>
    </section>
  )
}

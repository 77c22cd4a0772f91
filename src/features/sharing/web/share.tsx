import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Download, ExternalLink } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ticketLink } from '#features/tickets/web/parts/ticket-opener.ts'
import { SideCard } from '#platform/web/ui/side-card.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { toastFailure, toastNote } from '#platform/web/ui/overlay/toast-store.ts'
import { sharedLink, type Channel, type SharedLink, type SharedTicket } from './api.ts'

interface Words {
  title: string
  picture: string
  failed: string
  copied: string
  downloaded: string
  fileName(ticketNumber: string): string
}

const allWords = (): Record<Channel, Words> => ({
  whatsapp: {
    title: 'WhatsApp',
    picture: i18n.t('QR code of the WhatsApp link'),
    failed: i18n.t('Failed to load QR code'),
    copied: i18n.t('WhatsApp link copied to clipboard!'),
    downloaded: i18n.t('QR code downloaded successfully!'),
    fileName: (ticketNumber) => `ticket-${ticketNumber}-qr.png`,
  },
  sms: {
    title: 'SMS',
    picture: i18n.t('QR code of the SMS link'),
    failed: i18n.t('Failed to load SMS QR code'),
    copied: i18n.t('SMS link copied to clipboard!'),
    downloaded: i18n.t('SMS QR code downloaded successfully!'),
    fileName: (ticketNumber) => `ticket-${ticketNumber}-sms-qr.png`,
  },
})

export const Share = ({ ticket }: { ticket: SharedTicket }) => (
  <SideCard title={i18n.t('Share')}>
    <div className="flex flex-col gap-4">
      <div className="no-print flex">
        <CopyButton
          url={ticketLink(ticket.ticketNumber)}
          label={i18n.t('Copy ticket link')}
          told={i18n.t('Link copied.')}
        />
      </div>
      <QrCard channel="whatsapp" ticket={ticket} />
      <QrCard channel="sms" ticket={ticket} />
    </div>
  </SideCard>
)

function QrCard({ channel, ticket }: { channel: Channel; ticket: SharedTicket }) {
  const link = useQuery(sharedLink(channel, ticket))
  const words = allWords()[channel]
  // Stays true during a retry, so that the button stays.
  const hasFailed = (!link.data || link.isPlaceholderData) && link.errorUpdateCount > 0
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="mb-1 text-meta text-muted">
        {words.title}
      </h4>
      {link.data && !hasFailed && (
        <Shared link={link.data} words={words} ticketNumber={ticket.ticketNumber} />
      )}
      {hasFailed && (
        <ErrorNote error={link.error} onRetry={() => void link.refetch()} busy={link.isFetching}>
          {words.failed}
        </ErrorNote>
      )}
      {link.isPending && !hasFailed && (
        <Loading
          label={i18n.t('Loading the {title} QR code...', { title: words.title })}
          className="flex gap-2"
        >
          <Skeleton className="size-28 flex-none" />
          <Skeleton className="mt-1 w-24" />
        </Loading>
      )}
    </section>
  )
}

function Shared({ link, words, ticketNumber }: { link: SharedLink; words: Words; ticketNumber: string }) {
  const { url, message, qrCodeDataUrl } = link
  function download() {
    const anchor = document.createElement('a')
    anchor.href = qrCodeDataUrl
    anchor.download = words.fileName(ticketNumber)
    anchor.click()
    toastNote(words.downloaded)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <img
          src={qrCodeDataUrl}
          alt={words.picture}
          width={112}
          height={112}
          className="size-28 flex-none rounded-control border border-border [image-rendering:pixelated]"
        />
        <p className="min-w-0 text-meta font-normal wrap-anywhere whitespace-pre-wrap text-muted">
          {message}
        </p>
      </div>
      <div className="no-print flex flex-wrap gap-2">
        <CopyButton url={url} label={i18n.t('Copy link')} told={words.copied} />
        <Button size="small" onClick={download}>
          <Download aria-hidden />
          {i18n.t('Download')}
        </Button>
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('ghost', 'small')}>
          <ExternalLink aria-hidden />
          {i18n.t('{button, select, other {Open}}', { button: '' })}
        </a>
      </div>
    </div>
  )
}

const copiedForMs = 2000

interface CopyButtonProps {
  url: string
  label: string
  told: string
}

function CopyButton({ url, label, told }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
    } catch {
      return toastFailure(i18n.t('Failed to copy link.'))
    }
    toastNote(told)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), copiedForMs)
  }
  return (
    <Button size="small" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? i18n.t('Copied') : label}
    </Button>
  )
}

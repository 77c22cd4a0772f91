import { ChevronLeft, ChevronRight, Download, ExternalLink, ZoomIn } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'

export interface Shown {
  id: string
  name: string
  size: string
  isPdf: boolean
  /** Address to save from; `inlineAddress` is shown. */
  address: string
  inlineAddress: string
}

interface AttachmentPreviewProps {
  /** Files that can be shown, to step through. */
  attachments: readonly Shown[]
  id: string
  onMove(id: string): void
  onClose(): void
}

/** Shows an image or a PDF over the screen; arrow keys step through the others. */
export function AttachmentPreview({ attachments, id, onMove, onClose }: AttachmentPreviewProps) {
  const [zoomedId, setZoomedId] = useState<string>()
  const isZoomed = zoomedId === id
  const place = attachments.findIndex((attachment) => attachment.id === id)
  const shown = attachments[place]
  if (!shown) return null
  const move = (by: number) => {
    const next = attachments[place + by]
    if (next) onMove(next.id)
  }
  function press({ key, target, currentTarget }: KeyboardEvent) {
    if (target instanceof HTMLIFrameElement) return
    const toNext = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (key === 'ArrowLeft' || key === 'ArrowRight') move(key === toNext ? 1 : -1)
  }
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose()}>
      <DialogContent
        size="viewport"
        bare
        title={<bdi className="wrap-anywhere">{shown.name}</bdi>}
        description={
          attachments.length > 1
            ? i18n.t('{size} · {place} of {count}', {
                size: shown.size,
                place: place + 1,
                count: attachments.length,
              })
            : shown.size
        }
        onKeyDown={press}
        actions={
          <>
            {attachments.length > 1 && (
              <>
                <IconButton label={i18n.t('Previous')} onClick={() => move(-1)} disabled={place === 0}>
                  <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
                </IconButton>
                <IconButton
                  label={i18n.t('Next')}
                  onClick={() => move(1)}
                  disabled={place === attachments.length - 1}
                >
                  <ChevronRight aria-hidden className="rtl:-scale-x-100" />
                </IconButton>
              </>
            )}
            {!shown.isPdf && (
              <IconButton
                label={i18n.t('Full size')}
                aria-pressed={isZoomed}
                onClick={() => setZoomedId(isZoomed ? undefined : id)}
              >
                <ZoomIn aria-hidden />
              </IconButton>
            )}
            <a className={buttonClass()} href={shown.address} download={shown.name}>
              <Download aria-hidden />
              <span className="max-sm:sr-only">{i18n.t('Download')}</span>
            </a>
          </>
        }
      >
        {shown.isPdf ? (
          <ShownPdf key={shown.id} {...shown} />
        ) : (
          <ShownImage key={shown.id} isZoomed={isZoomed} {...shown} />
        )}
      </DialogContent>
    </Dialog>
  )
}

const area = 'relative grid min-h-0 flex-1 place-items-center border-t border-border bg-sunken'

function ShownImage({ name, inlineAddress, isZoomed }: Shown & { isZoomed: boolean }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  return (
    <div className={cn(area, 'p-4', isZoomed ? 'overflow-auto' : 'overflow-hidden')}>
      {state === 'loading' && <Spinner className="absolute" />}
      {state === 'failed' ? (
        <p role="alert" className="text-muted">
          {i18n.t('The image could not be shown. Download it to look at it.')}
        </p>
      ) : (
        <img
          src={inlineAddress}
          alt={name}
          className={isZoomed ? 'max-w-none' : 'max-h-full max-w-full object-contain'}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  )
}

/** A framed viewer needs no sandbox: the server answers with a PDF or not at all. */
function ShownPdf({ name, inlineAddress }: Shown) {
  if (!navigator.pdfViewerEnabled)
    return (
      <div className={area}>
        <p className="flex flex-col items-center gap-3 p-4 text-center text-muted">
          {i18n.t('This browser cannot show a PDF inside a page.')}
          <a className={buttonClass()} href={inlineAddress} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden /> {i18n.t('Open in a new tab')}
          </a>
        </p>
      </div>
    )
  return <iframe src={inlineAddress} title={name} className={`${area} h-full w-full`} />
}

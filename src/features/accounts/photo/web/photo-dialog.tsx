import { i18n } from '#platform/contract/i18n.ts'
import { Trans } from '@lingui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
} from 'react'
import { pastedFiles } from '#features/uploads/web/pasted-files.ts'
import { sizeWords } from '#features/uploads/web/size-words.ts'
import { cn } from '#platform/web/cn.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { toast, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { refreshViewer } from '../../web/live.ts'
import { photoEndings } from '../contract.ts'
import { judgeFiles } from './judge-files.ts'
import { PhotoFailure, sendPhoto } from './send-photo.ts'
import { useLineWords } from './use-line-words.ts'

interface PhotoDialogProps {
  onClose(): void
  onBusy(isBusy: boolean): void
}

export function PhotoDialog({ onClose, onBusy }: PhotoDialogProps) {
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const [share, setShare] = useState(0)
  const line = useLineWords()
  const abort = useRef(new AbortController())
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: async (picture: File) => {
      onBusy(true)
      setShare(0)
      await sendPhoto(picture, { onSent: setShare, signal: abort.current.signal })
      await refreshViewer(client)
    },
    onSuccess() {
      toastSuccess(i18n.t('Photo uploaded successfully'))
      onClose()
    },
    onError(error, picture) {
      if (abort.current.signal.aborted) return
      const { title, reason } =
        error instanceof PhotoFailure ? error : new PhotoFailure(i18n.t('Upload failed'))
      setFault(reason ?? i18n.t('Failed to upload {name}', { name: picture.name }))
      toast({ title, description: reason ?? i18n.t('Please try again.'), tone: 'destructive' })
    },
    onSettled: () => onBusy(false),
  })

  function take(files: readonly File[]) {
    if (sending.isPending) return setFault(i18n.t('Cannot add more files'))
    const judged = judgeFiles(files)
    setFault(judged.fault)
    if (judged.file) setFile(judged.file)
  }
  function close() {
    abort.current.abort()
    onClose()
  }

  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        title={i18n.t('Upload Photo')}
        description={i18n.t('One image of up to {size}. It is cropped to a square.', {
          size: sizeWords(5 * 1024 * 1024),
        })}
        size="small"
        onOpenAutoFocus={toFirstField}
        onPaste={(event: ClipboardEvent) => take(pastedFiles(event.clipboardData))}
      >
        <div className="flex flex-col gap-4">
          <PhotoDrop file={file} isBusy={sending.isPending} onFiles={take} />
          {fault && <ErrorNote>{fault}</ErrorNote>}
          {line?.isError && <ErrorNote>{line.text}</ErrorNote>}
          <output
            className={cn(line && !line.isError && 'rounded-control bg-green-bg px-3 py-2 text-green-fg')}
          >
            {line && !line.isError && line.text}
          </output>
          {sending.isPending && (
            <span
              role="progressbar"
              aria-label={i18n.t('Uploading the photo')}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(share * 100)}
              className="block h-1 overflow-hidden rounded-full bg-sunken"
            >
              <span
                className="block h-full bg-accent transition-[width]"
                style={{ width: `${share * 100}%` }}
              />
            </span>
          )}
          <div className="form-foot">
            <Button onClick={close}>{i18n.t('Cancel')}</Button>
            <Button
              variant="primary"
              disabled={!file}
              busy={sending.isPending}
              busyLabel={i18n.t('Uploading...')}
              onClick={() => file && sending.mutate(file)}
            >
              {i18n.t('Upload')}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}

const hintParts = {
  choose: <span className="font-medium text-link" />,
  rest: <span className="pointer-coarse:hidden" />,
}

interface PhotoDropProps {
  file: File | undefined
  isBusy: boolean
  onFiles(files: readonly File[]): void
}

function PhotoDrop({ file, isBusy, onFiles }: PhotoDropProps) {
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const preview = usePreview(file)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    // Lets the same file be chosen again.
    currentTarget.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <div
      className={cn(
        'relative flex flex-col items-center gap-2 rounded-card border border-dashed border-control px-4 py-6 text-center text-muted hover:bg-hover has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
        isOver && 'border-accent bg-hover',
        isBusy && 'pointer-events-none',
      )}
    >
      {preview ? (
        <img
          src={preview}
          alt={i18n.t('How the chosen file will look')}
          className="size-24 rounded-full object-cover"
        />
      ) : (
        <span className="grid size-24 place-items-center rounded-full bg-sunken text-subtle [&>svg]:size-8!">
          <ImageUp aria-hidden />
        </span>
      )}
      {file ? (
        <span className="max-w-full wrap-anywhere text-fg">
          {file.name} <span className="text-muted">({sizeWords(file.size)})</span>
        </span>
      ) : null}
      <span id={hintId}>
        {file ? (
          <Trans
            id="<choose>Choose another</choose><rest>, drop it here or paste it</rest>"
            components={hintParts}
          />
        ) : (
          <Trans
            id="<choose>Choose a photo</choose><rest>, drop it here or paste it</rest>"
            components={hintParts}
          />
        )}
      </span>
      {/* Over the whole area, so that a click anywhere in it opens it. */}
      <input
        type="file"
        accept={photoEndings.join(',')}
        multiple
        disabled={isBusy}
        aria-label={i18n.t('Photo')}
        aria-describedby={hintId}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={pick}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      />
    </div>
  )
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setUrl(reader.result)
    })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return url
}

import { i18n } from '#platform/contract/i18n.ts'
import { CircleAlert, CircleCheck, Pause, Play, RotateCw, X } from 'lucide-react'
import { cn } from '#platform/web/cn.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { FileIcon } from './file-icon.tsx'
import { sizeWords } from './size-words.ts'
import type { FileRow, Uploads } from './file-row.ts'

export function UploadList({ uploads, compact }: { uploads: Uploads; compact: boolean }) {
  const { files } = uploads
  return (
    <>
      <ul aria-label={i18n.t('Files')} className={cn('flex flex-col', compact ? 'gap-1' : 'gap-1.5')}>
        {files.map((file) => (
          <Row key={file.id} file={file} uploads={uploads} />
        ))}
      </ul>
      <Total files={files} />
    </>
  )
}

const percentOf = ({ sent, size }: Pick<FileRow, 'sent' | 'size'>) =>
  size === 0 ? 0 : Math.floor((sent / size) * 100)

function stateWords(file: FileRow): string {
  if (file.status === 'waiting') return i18n.t('Waiting')
  if (file.status === 'checking')
    return file.checkedShare === null
      ? i18n.t('Checking...')
      : i18n.t('Checking... {percent}', { percent: `${Math.floor(file.checkedShare * 100)} %` })
  if (file.status === 'done') return i18n.t('Uploaded')
  const percent = `${percentOf(file)} %`
  if (file.status === 'paused') return i18n.t('Paused at {percent}', { percent })
  return file.bytesPerSecond === null ? percent : `${percent} · ${sizeWords(file.bytesPerSecond)}/s`
}

function Row({ file, uploads }: { file: FileRow; uploads: Uploads }) {
  const { id, name, size, status, message } = file
  const isMoving = status === 'uploading' || status === 'waiting'
  const isOnItsWay = isMoving || status === 'paused'
  return (
    <li className="relative flex items-center gap-2 overflow-hidden rounded-control border border-border bg-surface py-1 ps-2.5 pe-1">
      <FileIcon name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        <p className="flex items-center gap-1 text-meta font-normal text-muted tabular-nums">
          {status === 'failed' ? (
            <span role="alert" className="flex items-start gap-1 wrap-anywhere text-red-fg">
              <CircleAlert aria-hidden className="mt-px size-3.5! flex-none" />
              {file.reason === null ? message : `${message} (${file.reason})`}
            </span>
          ) : (
            <>
              {status === 'done' && <CircleCheck aria-hidden className="size-3.5! text-green-solid" />}
              {sizeWords(size)} · {stateWords(file)}
            </>
          )}
        </p>
      </div>
      {isOnItsWay && (
        <IconButton
          size="small"
          label={status === 'paused' ? i18n.t('Resume {name}', { name }) : i18n.t('Pause {name}', { name })}
          onClick={() => uploads.pauseOrResume(id)}
        >
          {status === 'paused' ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
      )}
      {file.mayRetry && (
        <IconButton size="small" label={i18n.t('Retry {name}', { name })} onClick={() => uploads.retry(id)}>
          <RotateCw aria-hidden />
        </IconButton>
      )}
      <IconButton
        size="small"
        label={isOnItsWay ? i18n.t('Cancel {name}', { name }) : i18n.t('Remove {name}', { name })}
        onClick={(event) => {
          focusBeside(event.currentTarget)
          uploads.remove(id)
        }}
      >
        <X aria-hidden />
      </IconButton>
      {(isOnItsWay || status === 'checking') && (
        <Bar
          label={i18n.t('Upload of {name}', { name })}
          percent={percentOf(file)}
          isStill={status === 'paused'}
        />
      )}
    </li>
  )
}

const adding = '[data-adds-files]'

/** Moves the focus from a removed row to the next, the one before, or the file input. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    beside?.querySelector<HTMLElement>('button:last-of-type') ??
    row?.closest(`:has(${adding})`)?.querySelector<HTMLElement>(adding)
  target?.focus()
}

function Bar({ label, percent, isStill }: { label: string; percent: number; isStill: boolean }) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="absolute inset-x-0 bottom-0 h-0.5 bg-sunken"
    >
      <span
        className={cn('block h-full transition-[width]', isStill ? 'bg-control' : 'bg-accent')}
        style={{ width: `${percent}%` }}
      />
    </span>
  )
}

function Total({ files }: { files: readonly FileRow[] }) {
  const sending = files.filter(({ status }) => status !== 'failed')
  const open = sending.filter(({ status }) => status !== 'done')
  if (sending.length < 2 || open.length === 0) return null
  const sum = (pick: (file: FileRow) => number) => sending.reduce((total, file) => total + pick(file), 0)
  const all = { sent: sum(({ sent }) => sent), size: sum(({ size }) => size) }
  return (
    <div className="flex flex-col gap-1">
      <p className="text-meta text-muted tabular-nums">
        {i18n.t('{count} of {total} files uploaded · {sent} of {size} · {percent} %', {
          count: sending.length - open.length,
          total: sending.length,
          sent: sizeWords(all.sent),
          size: sizeWords(all.size),
          percent: percentOf(all),
        })}
      </p>
      <span className="relative block h-1 overflow-hidden rounded-full">
        <Bar label={i18n.t('Upload of all files')} percent={percentOf(all)} isStill={false} />
      </span>
    </div>
  )
}

import { i18n } from '#platform/contract/i18n.ts'
import { Paperclip, Upload } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { cn } from '#platform/web/cn.ts'
import { Field, useFieldProps } from '#platform/web/ui/form/field.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { attachableEndings, firstEndings } from '../contract.ts'
import { UploadRows } from './upload-rows.tsx'
import type { Uploads } from './file-row.ts'
import { loadUploader } from './use-uploads.ts'

interface FilePickerProps {
  uploads: Uploads
  label: string
  error?: string | undefined
  className?: string
}

/** Resets the input, so that the same file can be chosen again. */
function pick({ currentTarget }: ChangeEvent<HTMLInputElement>, uploads: Pick<Uploads, 'add'>): void {
  const files = [...(currentTarget.files ?? [])]
  currentTarget.value = ''
  uploads.add(files)
}

// Preloads on first interaction.
const warm = () => void loadUploader().catch(() => undefined)

export function FilePicker({ uploads, label, error, className }: FilePickerProps) {
  return (
    <div className={cn('min-w-0', className)}>
      <Field label={label} error={error}>
        <DropArea uploads={uploads} />
      </Field>
      <div className="mt-1.5 empty:hidden">
        <UploadRows uploads={uploads} />
      </div>
    </div>
  )
}

function DropArea({ uploads }: Pick<FilePickerProps, 'uploads'>) {
  const field = useFieldProps({})
  return (
    <div className="relative flex flex-wrap items-center justify-center gap-x-2 rounded-control border border-dashed border-control px-3 py-3 text-center text-muted hover:bg-hover has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring">
      <Upload aria-hidden className="text-subtle" />
      <span>
        <span className="font-medium text-link">{i18n.t('Choose files')}</span>
        <span className="pointer-coarse:hidden">{i18n.t(', drop them here or paste a screenshot')}</span>
      </span>
      {/* Covers the whole area, for clicks and drops. */}
      <input
        {...field}
        data-adds-files
        type="file"
        multiple
        accept={firstEndings.join(',')}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => pick(event, uploads)}
        onFocus={warm}
        onPointerEnter={warm}
      />
    </div>
  )
}

/** Button variant; place `UploadRows` beside it. */
export function AttachButton({
  uploads,
  label = i18n.t('Attach files'),
  hint,
}: {
  uploads: Uploads
  label?: string
  hint?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        data-adds-files
        label={label}
        hint={hint}
        onClick={() => input.current?.click()}
        onFocus={warm}
        onPointerEnter={warm}
      >
        <Paperclip aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={attachableEndings.join(',')}
        onChange={(event) => pick(event, uploads)}
      />
    </>
  )
}

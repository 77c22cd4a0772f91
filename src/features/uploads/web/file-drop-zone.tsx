import { Upload } from 'lucide-react'
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'
import { isInside } from '#platform/web/ui/overlay/is-inside.ts'
import { pastedFiles } from './pasted-files.ts'
import type { Uploads } from './file-row.ts'
import { loadUploader } from './use-uploads.ts'

interface FileDropZoneProps {
  uploads: Pick<Uploads, 'add'>
  /** Shown while files are dragged over it: "Drop files to add them to the ticket". */
  invitation: string
  className?: string
  children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Accepts dropped files, and pasted screenshots. */
export function FileDropZone({ uploads, invitation, className, children }: FileDropZoneProps) {
  const [isOver, setOver] = useState(false)
  // Nested elements fire their own events: the pointer is inside while enters outnumber leaves.
  const depth = useRef(0)

  function enter(event: DragEvent) {
    if (!hasFiles(event) || !isInside(event)) return
    event.stopPropagation()
    depth.current += 1
    setOver(true)
    void loadUploader().catch(() => undefined)
  }
  function leave(event: DragEvent) {
    if (!hasFiles(event) || !isInside(event)) return
    event.stopPropagation()
    depth.current -= 1
    if (depth.current <= 0) setOver(false)
  }
  function over(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = isInside(event) ? 'copy' : 'none'
  }
  function drop(event: DragEvent) {
    depth.current = 0
    setOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (isInside(event)) uploads.add([...event.dataTransfer.files])
  }
  function paste(event: ClipboardEvent) {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0 || !isInside(event)) return
    event.preventDefault()
    event.stopPropagation()
    uploads.add(files)
  }

  return (
    <div
      role="presentation"
      className={cn('relative min-w-0', className)}
      onDragEnter={enter}
      onDragLeave={leave}
      onDragOver={over}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
      {isOver && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-0 z-20 grid place-items-center rounded-card border-2 border-dashed border-accent bg-surface/85"
        >
          <span className="flex items-center gap-2 font-medium text-link">
            <Upload /> {invitation}
          </span>
        </div>
      )}
    </div>
  )
}

import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { Comment } from '../contract.ts'
import { editLeftMs } from './api.ts'

interface EditButtonProps {
  comment: Comment
  onEdit(): void
}

/** Is there for five minutes. */
export function EditButton({ comment, onEdit }: EditButtonProps) {
  const [isInTime, setInTime] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setInTime(false), Math.max(0, editLeftMs(comment)))
    return () => clearTimeout(timer)
  }, [comment])
  if (!isInTime) return null
  return (
    <IconButton size="small" className="no-print" label={i18n.t('Edit your comment')} onClick={onEdit}>
      <Pencil aria-hidden />
    </IconButton>
  )
}

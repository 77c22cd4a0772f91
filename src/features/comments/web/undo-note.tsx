import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { Comment } from '../contract.ts'
import { undoLeftMs } from './api.ts'
import { takeBack } from './take-back.ts'

interface UndoNoteProps {
  ticketId: string
  comment: Comment
}

const lookEveryMs = 250

export function UndoNote({ ticketId, comment }: UndoNoteProps) {
  const client = useQueryClient()
  const [isTaking, setTaking] = useState(false)
  const [left, setLeft] = useState(() => undoLeftMs(comment))
  useEffect(() => {
    const timer = setInterval(() => setLeft(undoLeftMs(comment)), lookEveryMs)
    return () => clearInterval(timer)
  }, [comment])

  async function undo() {
    setTaking(true)
    await takeBack(client, { ticketId, id: comment.id })
    setTaking(false)
  }
  if (left <= 0 && !isTaking) return null
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <span className="no-print inline-flex items-center gap-1.5 text-meta font-normal text-muted">
      <Button variant="link" size="small" busy={isTaking} onClick={() => void undo()}>
        {i18n.t('Undo')}
      </Button>
      <span className="tabular-nums">{i18n.t('{seconds} s', { seconds })}</span>
    </span>
  )
}

import { i18n } from '#platform/contract/i18n.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { statusWords } from '../../contract.ts'
import { refreshTicket } from '../../web/api.ts'
import { mostUndoSeconds, type Comment } from '../contract.ts'
import { takeBack } from './take-back.ts'

interface HeldNoteProps {
  ticketId: string
  id: string
  held: NonNullable<Comment['held']>
}

const lookEveryMs = 500
const askEveryMs = 2000

/** Says when one's comment is sent, or why it was not, and takes it back. */
export function HeldNote({ ticketId, id, held: { sendsAt, status, failure } }: HeldNoteProps) {
  const client = useQueryClient()
  const [isTaking, setTaking] = useState(false)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  // The clock of this machine may be wrong.
  const left = Math.min(mostUndoSeconds, Math.max(0, Math.ceil((Date.parse(sendsAt) - now) / 1000)))
  const isOver = left === 0 && failure === null
  useEffect(() => {
    if (!isOver) return undefined
    // Without a live connection nobody tells that it is sent.
    const timer = setInterval(() => void refreshTicket(client, ticketId), askEveryMs)
    return () => clearInterval(timer)
  }, [client, ticketId, isOver])

  async function undo() {
    setTaking(true)
    await takeBack(client, { ticketId, id })
    setTaking(false)
  }
  const waiting =
    status === null
      ? i18n.t('Sending in {left} s', { left })
      : i18n.t('Sending in {left} s, and setting {status}', { left, status: statusWords[status] })
  return (
    <span className="no-print inline-flex items-center gap-1.5 text-meta font-normal text-muted">
      {failure === null ? (
        <span className="tabular-nums">{isOver ? i18n.t('Sending...') : waiting}</span>
      ) : (
        <span className="text-red-fg">{i18n.t('Not sent: {failure}', { failure })}</span>
      )}
      <span aria-hidden>·</span>
      <Button variant="link" size="small" busy={isTaking} onClick={() => void undo()}>
        {failure === null ? i18n.t('Undo') : i18n.t('Edit')}
      </Button>
    </span>
  )
}

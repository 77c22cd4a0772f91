import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { waitingMails } from '#features/views/web/api.ts'

/** Hands on the number of mails in the tray; draws nothing while there are none. */
export function MailCount({ children }: { children(count: number): ReactNode }) {
  const { data = 0 } = useQuery(waitingMails())
  return data > 0 && children(data)
}

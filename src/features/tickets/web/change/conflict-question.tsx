import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '#platform/contract/i18n.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import type { Ticket } from '../../contract.ts'
import { conflictWords, wordOf, type Choice } from './change-choice.ts'
import { withChoice } from '../pending.ts'
import { shownNumber } from '../parts/shown-number.ts'

interface Conflict {
  choice: Choice
  met: Ticket
  by: string | undefined
}

let lastAnswer: Promise<unknown> = Promise.resolve()

/** Asks conflicts one by one, over any screen. @returns true to keep the viewer's own value */
export function askWhichStands(conflict: Conflict): Promise<boolean> {
  const answer = lastAnswer.then(() => ask(conflict))
  lastAnswer = answer
  return answer
}

function ask(conflict: Conflict): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  function close(isOwn: boolean) {
    root.unmount()
    place.remove()
    resolve(isOwn)
  }
  root.render(<Question {...conflict} onClosed={close} />)
  return promise
}

function Question({ choice, met, by, onClosed }: Conflict & { onClosed(isOwn: boolean): void }) {
  const [isOpen, setOpen] = useState(true)
  const isOwn = useRef(false)
  const { field } = choice
  function keep() {
    isOwn.current = true
    setOpen(false)
  }
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setOpen}
      title={i18n.t('Keep your change to {number}?', { number: shownNumber(met) })}
      description={i18n.t('{met} You chose {own}.', {
        met: conflictWords.met(by, wordOf(field, met)),
        own: wordOf(field, withChoice(met, choice)),
      })}
      cancelLabel={conflictWords.take}
      confirmLabel={conflictWords.keep}
      onConfirm={keep}
      onClosed={() => onClosed(isOwn.current)}
    />
  )
}

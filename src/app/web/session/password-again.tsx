import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useState } from 'react'
import { onPasswordNeeded } from '#platform/web/call.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'

const Dialog = lazyPart(() => import('./password-again-dialog.tsx'), 'PasswordAgainDialog')

interface Asked {
  answer: Promise<boolean>
  settle(isShown: boolean): void
}

function ask(): Asked {
  const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>()
  return { answer, settle }
}

/** Asks for the password over the screen; concurrent calls share one answer. */
export function PasswordAgain() {
  const [asked, setAsked] = useState<Asked>()

  useEffect(() => {
    let open: Asked | undefined
    return onPasswordNeeded(() => {
      const asking = (open ??= ask())
      setAsked(asking)
      return asking.answer.finally(() => {
        open = undefined
      })
    })
  }, [])

  if (!asked) return null
  function answer(isShown: boolean) {
    setAsked((now) => (now === asked ? undefined : now))
    asked?.settle(isShown)
  }
  return (
    <PartBoundary
      what={i18n.t('The form to enter your password')}
      note="floating"
      onRetry={() => answer(false)}
    >
      <Dialog onShown={() => answer(true)} onClose={() => answer(false)} />
    </PartBoundary>
  )
}

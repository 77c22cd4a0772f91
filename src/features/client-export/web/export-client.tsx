import { i18n } from '#platform/contract/i18n.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { authApi } from '#features/auth/contract.ts'
import { call } from '#platform/web/call.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'

/** Exports a client as one file, as its managers see it or with internal content. */
export function ExportClient({ clientId }: { clientId: string }) {
  const [withInternal, setWithInternal] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function download(link: HTMLAnchorElement) {
    setAsking(true)
    try {
      // The browser's download could not ask for the password.
      await call(authApi.isPasswordShown, {})
      location.assign(link.href)
    } catch (error) {
      toastFailure(refusalIn(error) ?? i18n.t('The export could not be started.'))
    }
    setAsking(false)
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Checkbox checked={withInternal} onChange={({ target }) => setWithInternal(target.checked)}>
        {i18n.t('Include what the client’s people cannot see')}
      </Checkbox>
      {/* The browser saves it while it arrives, however large it is. */}
      <a
        href={`/api/clients/${clientId}/export${withInternal ? '?internal=true' : ''}`}
        download
        aria-busy={isAsking}
        className={buttonClass()}
        onClick={(event) => {
          event.preventDefault()
          void download(event.currentTarget)
        }}
      >
        <Download aria-hidden />
        {withInternal ? i18n.t('Export everything') : i18n.t('Export for the client')}
      </a>
      <p className="text-meta text-muted">
        {withInternal
          ? i18n.t(
              'A ZIP file with everything known about the client: every ticket, internal comments, chats, people, products and files. For internal use only.',
            )
          : i18n.t(
              'A ZIP file with what a manager of the client sees: tickets, comments, files and the names of products. It can be passed on.',
            )}
      </p>
    </div>
  )
}

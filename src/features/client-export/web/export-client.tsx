import { i18n } from '#platform/contract/i18n.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'

/** A client as one file, for the day they leave: as its managers see it, or with what is the desk's. */
export function ExportClient({ clientId }: { clientId: string }) {
  const [withInternal, setWithInternal] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <Checkbox checked={withInternal} onChange={({ target }) => setWithInternal(target.checked)}>
        {i18n.t('With what its people do not see')}
      </Checkbox>
      {/* The browser saves it while it arrives, however large it is. */}
      <a
        href={`/api/clients/${clientId}/export${withInternal ? '?internal=true' : ''}`}
        download
        className={buttonClass()}
      >
        <Download aria-hidden />
        {withInternal ? i18n.t('Export everything') : i18n.t('Export for the client')}
      </a>
      <p className="text-meta text-muted">
        {withInternal
          ? i18n.t(
              'A zip with all that is known of the client: every ticket, internal comments, chats, people, products and files. Not to be handed over.',
            )
          : i18n.t(
              'A zip with what a manager of the client sees: tickets, comments, files and the names of products. It can be handed over.',
            )}
      </p>
    </div>
  )
}

import { i18n } from '#platform/contract/i18n.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'

/** Everything of a client as one file, for the day they leave. */
export function ExportClient({ clientId }: { clientId: string }) {
  const [withInternal, setWithInternal] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <Checkbox checked={withInternal} onChange={({ target }) => setWithInternal(target.checked)}>
        {i18n.t('With internal comments and their files')}
      </Checkbox>
      {/* The browser saves it while it arrives, however large it is. */}
      <a
        href={`/api/clients/${clientId}/export${withInternal ? '?internal=true' : ''}`}
        download
        className={buttonClass()}
      >
        <Download aria-hidden />
        {i18n.t('Export everything')}
      </a>
      <p className="text-meta text-muted">
        {i18n.t('A zip with the client, its people, products, tickets, comments, chats and files.')}
      </p>
    </div>
  )
}

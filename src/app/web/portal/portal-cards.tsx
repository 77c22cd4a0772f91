import { i18n } from '#platform/contract/i18n.ts'
import { BadgeCheck, MessageCircle, Timer } from 'lucide-react'
import { narrowWindow } from '#platform/web/hooks/use-layout.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'

const cards = () =>
  [
    {
      title: i18n.t('Live Chat'),
      Icon: MessageCircle,
      text: i18n.t('Open one of your tickets and choose Live Chat to talk to the person working on it.'),
    },
    {
      title: i18n.t('Quick Response'),
      Icon: Timer,
      text: i18n.t('You can expect an average response of 2-4 hours during business hours.'),
    },
    {
      title: i18n.t('Expert Support'),
      Icon: BadgeCheck,
      text: i18n.t('Your ticket is handled by people who know your product.'),
    },
  ] as const

export function PortalCards() {
  const isNarrow = useMedia(narrowWindow)
  return (
    <ul
      aria-label={i18n.t('Support')}
      className="grid grid-cols-1 gap-4 max-md:gap-0 max-md:divide-y max-md:divide-border max-md:rounded-card max-md:border max-md:border-border max-md:bg-surface md:grid-cols-3 xl:grid-cols-1"
    >
      {cards().map(({ title, Icon, text }) =>
        isNarrow ? (
          <li key={title}>
            <details className="group">
              <summary className="flex min-h-control items-center gap-2 px-4 py-2">
                <Icon aria-hidden className="text-link" />
                <span className="flex-none font-medium">{title}</span>
                <span className="min-w-0 truncate text-muted group-open:hidden">{text}</span>
              </summary>
              <p className="px-4 pb-3 text-muted">{text}</p>
            </details>
          </li>
        ) : (
          <li key={title} className="card flex flex-col gap-1.5 p-4">
            <span className="mb-1 grid size-8 place-items-center rounded-control bg-selected text-link">
              <Icon aria-hidden />
            </span>
            <h2 className="text-section">{title}</h2>
            <p className="text-muted">{text}</p>
          </li>
        ),
      )}
    </ul>
  )
}

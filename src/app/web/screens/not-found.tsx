import { i18n } from '#platform/contract/i18n.ts'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { NotFoundMessage } from '../not-found-message.tsx'

export function NotFound() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <NotFoundMessage hint={i18n.t('There is nothing at this address.')}>
        <Link to="/" className={buttonClass('secondary')}>
          {i18n.t('Go to My Tickets')}
        </Link>
      </NotFoundMessage>
    </div>
  )
}

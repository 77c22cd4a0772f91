import { Link } from '@tanstack/react-router'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { NotFoundMessage } from '../not-found-message.tsx'

/** Inside the shell. */
export function NotFound() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <NotFoundMessage hint="There is nothing at this address.">
        <Link to="/" className={buttonClass('secondary')}>
          Go to My Tickets
        </Link>
      </NotFoundMessage>
    </div>
  )
}

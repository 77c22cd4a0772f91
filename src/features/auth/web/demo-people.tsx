import { i18n } from '#platform/contract/i18n.ts'
import { plainRole } from '#features/users/words/contract.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import type { SignInOptions } from '../contract.ts'

interface DemoPeopleProps {
  people: SignInOptions['demoAccounts']
  isBusy: boolean
  onChoose(email: string): void
}

export function DemoPeople({ people, isBusy, onChoose }: DemoPeopleProps) {
  return (
    <section aria-labelledby="demo-people" className="border-t border-border pt-4">
      <h3 id="demo-people" className="text-meta text-subtle">
        {i18n.t('Demo: sign in as')}
      </h3>
      <ul className="mt-1.5 -mx-2 grid grid-cols-2">
        {people.map(({ name, email, role }) => (
          <li key={email} className="min-w-0">
            <button
              type="button"
              disabled={isBusy}
              className="flex w-full items-center gap-2 rounded-control px-2 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onChoose(email)}
            >
              <Avatar id={email} name={name} decorative />
              <span className="min-w-0">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-meta font-normal text-muted">{plainRole(role)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

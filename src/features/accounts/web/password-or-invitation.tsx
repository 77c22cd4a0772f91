import { i18n } from '#platform/contract/i18n.ts'
import type { ReactNode } from 'react'

interface PasswordOrInvitationProps {
  /** Mails go out. Otherwise there is nothing to choose. */
  canInvite: boolean
  isInvited: boolean
  onInvitedChange(isInvited: boolean): void
  children: ReactNode
}

const choices = () => [
  {
    isInvited: false,
    label: i18n.t('Set a password'),
  },
  {
    isInvited: true,
    label: i18n.t('Send an invitation'),
  },
]

export function PasswordOrInvitation(props: PasswordOrInvitationProps) {
  const { canInvite, isInvited, onInvitedChange, children } = props
  if (!canInvite) return children
  return (
    <>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium">{i18n.t('Access')}</legend>
        <div className="segmented w-full">
          {choices().map((choice) => (
            <label key={String(choice.isInvited)} className="flex-1 text-center">
              <input
                type="radio"
                name="isInvited"
                checked={choice.isInvited === isInvited}
                onChange={() => onInvitedChange(choice.isInvited)}
              />
              {choice.label}
            </label>
          ))}
        </div>
      </fieldset>
      {isInvited ? (
        <p className="text-meta text-muted">
          {i18n.t(
            'They get an email with a link to set their password. It works once and expires in 7 days.',
          )}
        </p>
      ) : (
        children
      )}
    </>
  )
}

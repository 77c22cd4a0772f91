import type { ReactNode } from 'react'

interface PasswordOrInvitationProps {
  /** Mails go out. Otherwise there is nothing to choose. */
  canInvite: boolean
  isInvited: boolean
  onInvitedChange(isInvited: boolean): void
  /** The field for the password. */
  children: ReactNode
}

const choices = [
  { isInvited: false, label: 'Set a password' },
  { isInvited: true, label: 'Send an invitation' },
]

/** How somebody new comes to their password. */
export function PasswordOrInvitation(props: PasswordOrInvitationProps) {
  const { canInvite, isInvited, onInvitedChange, children } = props
  if (!canInvite) return children
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="mb-1 font-medium">How they get in</legend>
        {choices.map((choice) => (
          <label key={choice.label} className="choice">
            <input
              type="radio"
              name="isInvited"
              className="radio"
              checked={choice.isInvited === isInvited}
              onChange={() => onInvitedChange(choice.isInvited)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </fieldset>
      {isInvited ? (
        <p className="text-meta text-muted">
          They get a mail with a link to set their password. It works once, for seven days.
        </p>
      ) : (
        children
      )}
    </>
  )
}

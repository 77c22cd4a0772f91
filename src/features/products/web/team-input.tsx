import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#features/users/contract.ts'
import { userList } from '#features/users/web/api.ts'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { productRoles } from '../contract.ts'
import { createdTeamWords } from './team-words.ts'

export interface TeamEntryValue {
  userId: string
  role: (typeof productRoles)[number]
}

interface TeamInputProps {
  value: readonly TeamEntryValue[]
  onChange(value: TeamEntryValue[]): void
}

/** Larger than any team, so that one of the found people is free. */
const mostMembers = '100'

/** Edits the team of a new product. "Add User" adds the first person outside it as a developer. */
export function TeamInput({ value, onChange }: TeamInputProps) {
  const staff = useQuery(userList({ isStaff: 'true', isActive: 'true', limit: mostMembers }))
  const [isAsked, setAsked] = useState(false)
  const isFree = ({ id }: User) => !value.some(({ userId }) => userId === id)
  const next = staff.data?.find(isFree)
  const put = (place: number, change: Partial<TeamEntryValue>) =>
    onChange(value.map((entry, at) => (at === place ? { ...entry, ...change } : entry)))

  function add() {
    setAsked(true)
    if (next) onChange([...value, { userId: next.id, role: 'developer' }])
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <legend className="contents font-medium">{i18n.t('Team')}</legend>
        <Button size="small" onClick={add}>
          <Plus aria-hidden className="size-3.5!" />
          {i18n.t('Add User')}
        </Button>
      </div>
      {value.map(({ userId, role }, place) => (
        <div key={userId} className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <PersonPicker
              of="staff"
              aria-label={i18n.t('Team member {place}', { place: place + 1 })}
              except={value.map((one) => one.userId).filter((id) => id !== userId)}
              value={userId}
              onValueChange={(id) => put(place, { userId: id })}
            />
          </div>
          <Select
            className="w-40 flex-none max-sm:w-32"
            aria-label={i18n.t('Role of team member {place}', { place: place + 1 })}
            value={role}
            onChange={(event) => {
              const role = productRoles.find((one) => one === event.target.value)
              if (role) put(place, { role })
            }}
          >
            {productRoles.map((one) => (
              <option key={one} value={one}>
                {createdTeamWords[one]}
              </option>
            ))}
          </Select>
          <IconButton
            label={i18n.t('Remove team member {place}', { place: place + 1 })}
            onClick={() => onChange(value.filter((_, at) => at !== place))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {isAsked && !next && !staff.isPending && (
        <p role="status" className="text-meta text-muted">
          {staff.isError
            ? i18n.t('The users could not be loaded.')
            : i18n.t('Everyone who can work on a product is already on the team.')}
        </p>
      )}
    </fieldset>
  )
}

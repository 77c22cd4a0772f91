import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '#platform/web/hooks/use-settled.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import type { User } from '../contract.ts'
import { userList } from './api.ts'
import { nameOf } from './person-name.ts'
import { RoleBadge } from './role-badge.tsx'
import { Unconfirmed } from './unconfirmed.tsx'

const afterMs = 200
/** Typing narrows them further. */
const most = 50

interface PersonPickerProps {
  /** Absent: everybody. */
  of?: 'staff' | 'clients'
  except?: readonly string[]
  /** Includes deactivated people. */
  isEverybody?: boolean
  /** Allows an empty id. */
  clearable?: boolean
  withRole?: boolean
  value: string
  onValueChange(id: string): void
  placeholder?: string
  'aria-label'?: string
}

/** Searches users by name, address or company; active ones unless `isEverybody`. Loads the person of a value that was not picked here. */
export function PersonPicker({
  of,
  except = [],
  isEverybody = false,
  withRole = false,
  value,
  onValueChange,
  ...rest
}: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), afterMs)
  const [picked, setPicked] = useState<User>()
  const isPicked = picked?.id === value
  const found = useQuery(
    userList({
      search,
      isActive: isEverybody ? undefined : 'true',
      isStaff: of && (of === 'staff' ? 'true' : 'false'),
      limit: String(most),
    }),
  )
  const isListed = found.data?.some(({ id }) => id === value)
  const isAsked = value !== '' && !isPicked && !found.isPending && !isListed
  const asked = useQuery({ ...userList({ id: value, limit: '1' }), enabled: isAsked })
  const chosen = isPicked ? picked : asked.data?.find(({ id }) => id === value)
  const offered = (found.data ?? []).filter(({ id }) => !except.includes(id))
  const label = (user: User) => `${nameOf(user)} (${user.email})`
  return (
    <Combobox
      options={offered.map((user) => ({
        value: user.id,
        label: label(user),
        badge: (
          <>
            <Unconfirmed user={user} />
            {withRole && <RoleBadge role={user.role} isPlain />}
          </>
        ),
      }))}
      value={value}
      valueLabel={chosen && label(chosen)}
      onType={setTyped}
      isOld={typed.trim() !== search || found.isPlaceholderData}
      onValueChange={(id) => {
        setPicked(offered.find((one) => one.id === id))
        onValueChange(id)
      }}
      emptyText={emptyText(found)}
      placeholder={i18n.t('Search by name or email')}
      {...rest}
    />
  )
}

function emptyText({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isError) return i18n.t('The users could not be loaded')
  return isPending ? i18n.t('Loading users...') : i18n.t('No people found')
}

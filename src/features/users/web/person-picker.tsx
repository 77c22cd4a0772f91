import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import type { User } from '../contract.ts'
import { userList } from './api.ts'
import { nameOf } from './person-name.ts'

const afterMs = 200
/** More than anybody reads; typing narrows them. */
const most = 50

interface PersonPickerProps {
  /** Staff or clients; absent: everybody. */
  of?: 'staff' | 'clients'
  /** The ids of those who are not offered. */
  except?: readonly string[]
  value: string
  onValueChange(id: string, user: User | undefined): void
  placeholder?: string
  'aria-label'?: string
}

/** Finds one of any number of active users by name, address or company, as "first last (email)". */
export function PersonPicker({ of, except = [], value, onValueChange, ...rest }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<User>()
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), afterMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(
    userList({
      search,
      isActive: 'true',
      isStaff: of && (of === 'staff' ? 'true' : 'false'),
      limit: String(most),
    }),
  )
  const offered = (found.data ?? []).filter(({ id }) => !except.includes(id))
  const label = (user: User) => `${nameOf(user)} (${user.email})`
  return (
    <Combobox
      options={offered.map((user) => ({ value: user.id, label: label(user) }))}
      value={value}
      valueLabel={chosen?.id === value ? label(chosen) : undefined}
      onType={setTyped}
      onValueChange={(id) => {
        const user = offered.find((one) => one.id === id)
        setChosen(user)
        onValueChange(id, user)
      }}
      emptyText={found.isPending ? 'Loading users...' : 'Nobody found'}
      placeholder="Search by name or email"
      {...rest}
    />
  )
}

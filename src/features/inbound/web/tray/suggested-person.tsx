import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Person } from '#features/users/contract.ts'
import { userList } from '#features/users/web/api.ts'
import { PersonPicker } from '#features/users/web/person-picker.tsx'

type SuggestedPersonProps = Omit<ComponentProps<typeof PersonPicker>, 'known'> & { suggested: Person | null }

/** Searches people; a suggested one is shown before anything was typed. */
export function SuggestedPerson({ suggested, ...rest }: SuggestedPersonProps) {
  const { data } = useQuery({ ...userList({ id: suggested?.id }), enabled: suggested !== null })
  return <PersonPicker {...rest} known={data?.[0]} />
}

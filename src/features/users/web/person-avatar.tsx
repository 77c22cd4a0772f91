import type { ComponentProps } from 'react'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import type { Person } from '../contract.ts'
import { nameOf } from './person-name.ts'

type PersonAvatarProps = Omit<ComponentProps<typeof Avatar>, 'id' | 'name' | 'src'> & { person: Person }

export function PersonAvatar({ person, ...rest }: PersonAvatarProps) {
  return <Avatar id={person.id} name={nameOf(person)} src={person.profileImageUrl} {...rest} />
}
